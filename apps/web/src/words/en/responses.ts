import { number } from "../../words.ts";

export const words = {
  reactions: "Reactions",
  askDeleteComment: "Delete this comment?",
  goneForEveryone: "It will be gone for everyone.",
  comments: "Comments",
  noComments: "No comments yet.",
  deleteComment: ({ name }: { name: string }) => `Delete the comment from ${name}`,
  keptForLater: "Kept. We send it when you are back online.",
  yourComment: "Your comment",
  comment: "Comment",
  kinds: {
    heart: "Heart",
    clap: "Applause",
    hug: "Hug",
    laugh: "Laugh",
    fire: "Fire",
    think: "Makes me think",
  },
  reaction: ({ name, count }: { name: string; count: number }) => `${name}, ${number(count)}`,
};
