import type { words as en } from "../en/search.ts";

export const words: typeof en = {
  filter: "Filtra",
  mood: "Umore",
  anyMood: "Qualsiasi umore",
  tones: {
    positive: "Tutti gli umori buoni",
    neutral: "Tutti gli umori così così",
    negative: "Tutti gli umori duri",
  },
  tag: "Etichetta",
  anyTag: "Qualsiasi etichetta",
  from: "Dal",
  to: "Al",
  withMood: ({ mood }) => `Umore: ${mood}`,
  sinceDay: ({ from }) => `Dal ${from}`,
  untilDay: ({ to }) => `Fino al ${to}`,
  between: ({ from, to }) => `Dal ${from} al ${to}`,
  remove: ({ filter }) => `Togli il filtro «${filter}»`,
  alsoAs: "Trovato anche come",
  entries: "Pagine",
  nothing: "Non si è trovato nulla",
  otherWords: "Prova altre parole, o togli un filtro.",
  nothingShared: "Qui ancora nulla di condiviso",
  nothingSharedText: "Quello che gli altri condividono con te appare qui.",
  onDevice: "Non c'è rete. Questo è ciò che c'era su questo dispositivo.",
};
