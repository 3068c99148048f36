import type { words as en } from "../en/responses.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  reactions: "Reazioni",
  askDeleteComment: "Eliminare questo commento?",
  goneForEveryone: "Sparirà per tutti.",
  comments: "Commenti",
  noComments: "Ancora nessun commento.",
  deleteComment: ({ name }) => `Elimina il commento di ${name}`,
  keptForLater: "Salvato. Lo inviamo quando torni online.",
  yourComment: "Il tuo commento",
  comment: "Commenta",
  kinds: {
    heart: "Cuore",
    clap: "Applauso",
    hug: "Abbraccio",
    laugh: "Risata",
    fire: "Fuoco",
    think: "Mi fa pensare",
  },
  reaction: ({ name, count }) => `${name}, ${number(count)}`,
};
