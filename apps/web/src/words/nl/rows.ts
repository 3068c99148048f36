import type { words as en } from "../en/rows.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  attachments: ({ count }) =>
    plural(count, { one: "1 bijlage", other: `${number(count)} bijlagen` }),
  comments: ({ count }) => plural(count, { one: "1 reactie", other: `${number(count)} reacties` }),
  reactions: ({ count }) => plural(count, { one: "1 gebaar", other: `${number(count)} gebaren` }),
  textNotShared: "De tekst is niet gedeeld.",
  markAsRead: ({ name }) => `De aanmoediging van ${name} als gelezen markeren`,
  deleted: "Verwijderd",
  undo: "Ongedaan maken",
  visibleTo: "Zichtbaar voor:",
  visibilities: { user: "Alleen ik", team: "Team", org: "Organisatie", public: "Iedereen" },
  titleAndText: ({ title, text }) => `Titel: ${title} · Tekst: ${text}`,
  zoneNow: ({ zone }) => `Je dagen en herinneringen volgen: ${zone}.`,
  useZone: ({ zone }) => `${zone} gebruiken`,
  keepZone: ({ zone }) => `${zone} houden`,
};
