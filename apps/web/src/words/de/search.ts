import type { words as en } from "../en/search.ts";

export const words: typeof en = {
  filter: "Filtern",
  mood: "Stimmung",
  anyMood: "Jede Stimmung",
  tones: {
    positive: "Alle guten Stimmungen",
    neutral: "Alle mittleren Stimmungen",
    negative: "Alle schweren Stimmungen",
  },
  tag: "Schlagwort",
  anyTag: "Jedes Schlagwort",
  from: "Von",
  to: "Bis",
  withMood: ({ mood }) => `Stimmung: ${mood}`,
  sinceDay: ({ from }) => `Seit ${from}`,
  untilDay: ({ to }) => `Bis ${to}`,
  between: ({ from, to }) => `${from} bis ${to}`,
  remove: ({ filter }) => `Den Filter „${filter}“ entfernen`,
  alsoAs: "Auch gefunden als",
  entries: "Einträge",
  nothing: "Nichts gefunden",
  otherWords: "Versuch andere Worte oder nimm einen Filter weg.",
  nothingShared: "Hier ist noch nichts geteilt",
  nothingSharedText: "Was andere mit dir teilen, erscheint hier.",
  onDevice: "Du bist offline. Das haben wir auf diesem Gerät gefunden.",
};
