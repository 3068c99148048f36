import type { words as en } from "../en/responses.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  reactions: "Gebaren",
  askDeleteComment: "Deze reactie verwijderen?",
  goneForEveryone: "Dan is ze voor iedereen weg.",
  comments: "Reacties",
  noComments: "Nog geen reacties.",
  deleteComment: ({ name }) => `De reactie van ${name} verwijderen`,
  keptForLater: "Bewaard. We versturen het als je weer online bent.",
  yourComment: "Jouw reactie",
  comment: "Reageren",
  kinds: {
    heart: "Hart",
    clap: "Applaus",
    hug: "Knuffel",
    laugh: "Lach",
    fire: "Vuur",
    think: "Zet me aan het denken",
  },
  reaction: ({ name, count }) => `${name}, ${number(count)}`,
};
