import type { words as en } from "../en/responses.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  reactions: "Reaktionen",
  askDeleteComment: "Diesen Kommentar löschen?",
  goneForEveryone: "Er ist dann für alle weg.",
  comments: "Kommentare",
  noComments: "Noch keine Kommentare.",
  deleteComment: ({ name }) => `Kommentar von ${name} löschen`,
  keptForLater: "Gesichert. Wir senden es, wenn du wieder online bist.",
  yourComment: "Dein Kommentar",
  comment: "Kommentieren",
  kinds: {
    heart: "Herz",
    clap: "Applaus",
    hug: "Umarmung",
    laugh: "Lachen",
    fire: "Feuer",
    think: "Macht mich nachdenklich",
  },
  reaction: ({ name, count }) => `${name}, ${number(count)}`,
};
