import type { words as en } from "../en/responses.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  reactions: "Reações",
  askDeleteComment: "Apagar este comentário?",
  goneForEveryone: "Vai sumir para todo mundo.",
  comments: "Comentários",
  noComments: "Ainda não há comentários.",
  deleteComment: ({ name }) => `Apagar o comentário de ${name}`,
  keptForLater: "Guardado. Enviamos quando você tiver conexão.",
  yourComment: "Seu comentário",
  comment: "Comentar",
  kinds: {
    heart: "Coração",
    clap: "Aplauso",
    hug: "Abraço",
    laugh: "Risada",
    fire: "Fogo",
    think: "Me faz pensar",
  },
  reaction: ({ name, count }) => `${name}, ${number(count)}`,
};
