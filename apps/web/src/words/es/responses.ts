import type { words as en } from "../en/responses.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  reactions: "Reacciones",
  askDeleteComment: "¿Borrar este comentario?",
  goneForEveryone: "Desaparecerá para todo el mundo.",
  comments: "Comentarios",
  noComments: "Aún no hay comentarios.",
  deleteComment: ({ name }) => `Borrar el comentario de ${name}`,
  keptForLater: "Guardado. Lo enviamos cuando vuelvas a tener conexión.",
  yourComment: "Tu comentario",
  comment: "Comentar",
  kinds: {
    heart: "Corazón",
    clap: "Aplauso",
    hug: "Abrazo",
    laugh: "Risa",
    fire: "Fuego",
    think: "Me hace pensar",
  },
  reaction: ({ name, count }) => `${name}, ${number(count)}`,
};
