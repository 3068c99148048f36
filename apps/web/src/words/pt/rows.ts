import type { words as en } from "../en/rows.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  attachments: ({ count }) =>
    plural(count, { one: `${number(count)} anexo`, other: `${number(count)} anexos` }),
  comments: ({ count }) =>
    plural(count, { one: `${number(count)} comentário`, other: `${number(count)} comentários` }),
  reactions: ({ count }) =>
    plural(count, { one: `${number(count)} reação`, other: `${number(count)} reações` }),
  textNotShared: "O texto não é compartilhado.",
  markAsRead: ({ name }) => `Marcar a força de ${name} como lida`,
  deleted: "Apagado",
  undo: "Desfazer",
  visibleTo: "Visível para:",
  visibilities: { user: "Só eu", team: "Time", org: "Organização", public: "Todo mundo" },
  titleAndText: ({ title, text }) => `Título: ${title} · Texto: ${text}`,
  zoneNow: ({ zone }) => `Seus dias e lembretes seguem: ${zone}.`,
  useZone: ({ zone }) => `Usar ${zone}`,
  keepZone: ({ zone }) => `Ficar com ${zone}`,
};
