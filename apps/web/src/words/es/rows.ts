import type { words as en } from "../en/rows.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  attachments: ({ count }) =>
    plural(count, { one: "1 adjunto", other: `${number(count)} adjuntos` }),
  comments: ({ count }) =>
    plural(count, { one: "1 comentario", other: `${number(count)} comentarios` }),
  reactions: ({ count }) =>
    plural(count, { one: "1 reacción", other: `${number(count)} reacciones` }),
  textNotShared: "El texto no está compartido.",
  markAsRead: ({ name }) => `Marcar como leídos los ánimos de ${name}`,
  deleted: "Borrado",
  undo: "Deshacer",
  visibleTo: "Visible para:",
  visibilities: { user: "Solo yo", team: "Equipo", org: "Organización", public: "Todo el mundo" },
  titleAndText: ({ title, text }) => `Título: ${title} · Texto: ${text}`,
  zoneNow: ({ zone }) => `Tus días y recordatorios siguen la ${zone}.`,
  useZone: ({ zone }) => `Usar ${zone}`,
  keepZone: ({ zone }) => `Seguir con ${zone}`,
};
