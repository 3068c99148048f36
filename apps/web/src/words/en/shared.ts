import { number } from "../../words.ts";

export const words = {
  journal: "Journal",
  loading: "Loading the entry …",
  pageTitle: ({ title }: { title: string }) => `${title} – Journal`,
  photosAndRecordings: "Photos and recordings",
  photo: ({ n }: { n: number }) => `Photo ${number(n)}`,
  recording: ({ n }: { n: number }) => `Recording ${number(n)}`,
  hasPassphrase: "This entry has a passphrase",
  hasPassphraseHint: "Ask the person who sent you the link.",
  passphrase: "Passphrase",
  open: "Open",
  tryAgain: "Try again",
  sharedByAuthor: "The author shares this entry with anyone who has the link.",
  whatIsJournal: "What is Journal?",
  opensIn: ({ time }: { time: string }) => `You can try again in ${time}.`,
  couldNotLoad: "The entry did not load.",
  states: {
    gone: {
      title: "This link has ended",
      text: "It has expired, or the author took it back. Ask them for a new one.",
    },
    unknown: {
      title: "There is no such link",
      text: "Maybe a part of the address is missing, or the entry was deleted.",
    },
    wait: { title: "One moment, please", text: undefined },
    failed: { title: "Something went wrong", text: undefined },
    offline: { title: "You are offline", text: undefined },
  },
};
