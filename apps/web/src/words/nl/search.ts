import type { words as en } from "../en/search.ts";

export const words: typeof en = {
  filter: "Filteren",
  mood: "Stemming",
  anyMood: "Elke stemming",
  tones: {
    positive: "Alle goede stemmingen",
    neutral: "Alle gewone stemmingen",
    negative: "Alle zware stemmingen",
  },
  tag: "Label",
  anyTag: "Elk label",
  from: "Van",
  to: "Tot",
  withMood: ({ mood }) => `Stemming: ${mood}`,
  sinceDay: ({ from }) => `Sinds ${from}`,
  untilDay: ({ to }) => `Tot ${to}`,
  between: ({ from, to }) => `${from} tot ${to}`,
  remove: ({ filter }) => `Het filter ‘${filter}’ weghalen`,
  alsoAs: "Ook gevonden als",
  entries: "Stukjes",
  nothing: "Niets gevonden",
  otherWords: "Probeer andere woorden, of haal een filter weg.",
  nothingShared: "Hier is nog niets gedeeld",
  nothingSharedText: "Wat anderen met je delen, verschijnt hier.",
  onDevice: "Er is geen netwerk. Dit stond op dit apparaat.",
};
