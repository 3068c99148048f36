import type { words as en } from "../en/rows.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  attachments: ({ count }) => plural(count, { one: "1 Anhang", other: `${number(count)} Anhänge` }),
  comments: ({ count }) =>
    plural(count, { one: "1 Kommentar", other: `${number(count)} Kommentare` }),
  reactions: ({ count }) =>
    plural(count, { one: "1 Reaktion", other: `${number(count)} Reaktionen` }),
  textNotShared: "Der Text ist nicht geteilt.",
  markAsRead: ({ name }) => `Den Zuruf von ${name} als gelesen markieren`,
  deleted: "Gelöscht",
  undo: "Rückgängig",
  visibleTo: "Sichtbar für:",
  visibilities: { user: "Nur ich", team: "Team", org: "Organisation", public: "Alle" },
  titleAndText: ({ title, text }) => `Titel: ${title} · Text: ${text}`,
  zoneNow: ({ zone }) => `Deine Tage und Erinnerungen richten sich nach ${zone}.`,
  useZone: ({ zone }) => `${zone} verwenden`,
  keepZone: ({ zone }) => `${zone} behalten`,
};
