import type { words as en } from "../en/responses.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  reactions: "Réactions",
  askDeleteComment: "Supprimer ce commentaire ?",
  goneForEveryone: "Il disparaîtra pour tout le monde.",
  comments: "Commentaires",
  noComments: "Pas encore de commentaires.",
  deleteComment: ({ name }) => `Supprimer le commentaire de ${name}`,
  keptForLater: "Gardé. On l'envoie quand tu seras de nouveau en ligne.",
  yourComment: "Ton commentaire",
  comment: "Commenter",
  kinds: {
    heart: "Cœur",
    clap: "Applaudissements",
    hug: "Câlin",
    laugh: "Rire",
    fire: "Feu",
    think: "Ça me fait réfléchir",
  },
  reaction: ({ name, count }) => `${name}, ${number(count)}`,
};
