import type { words as en } from "../en/rows.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  attachments: ({ count }) =>
    plural(count, { one: "1 allegato", other: `${number(count)} allegati` }),
  comments: ({ count }) => plural(count, { one: "1 commento", other: `${number(count)} commenti` }),
  reactions: ({ count }) =>
    plural(count, { one: "1 reazione", other: `${number(count)} reazioni` }),
  textNotShared: "Il testo non è condiviso.",
  markAsRead: ({ name }) => `Segna come letto l'incoraggiamento di ${name}`,
  deleted: "Eliminato",
  undo: "Annulla",
  visibleTo: "Visibile a:",
  visibilities: { user: "Solo io", team: "Team", org: "Organizzazione", public: "Tutti" },
  titleAndText: ({ title, text }) => `Titolo: ${title} · Testo: ${text}`,
  zoneNow: ({ zone }) => `I tuoi giorni e promemoria seguono: ${zone}.`,
  useZone: ({ zone }) => `Usa ${zone}`,
  keepZone: ({ zone }) => `Resta con ${zone}`,
};
