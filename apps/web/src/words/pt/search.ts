import type { words as en } from "../en/search.ts";

export const words: typeof en = {
  filter: "Filtrar",
  mood: "Humor",
  anyMood: "Qualquer humor",
  tones: { positive: "Todos os bons", neutral: "Todos os normais", negative: "Todos os difíceis" },
  tag: "Etiqueta",
  anyTag: "Qualquer etiqueta",
  from: "De",
  to: "Até",
  withMood: ({ mood }) => `Humor: ${mood}`,
  sinceDay: ({ from }) => `Desde ${from}`,
  untilDay: ({ to }) => `Até ${to}`,
  between: ({ from, to }) => `De ${from} a ${to}`,
  remove: ({ filter }) => `Tirar o filtro “${filter}”`,
  alsoAs: "Também encontrado como",
  entries: "Registros",
  nothing: "Nada encontrado",
  otherWords: "Tente outras palavras, ou tire um filtro.",
  nothingShared: "Nada compartilhado aqui ainda",
  nothingSharedText: "O que outros compartilham com você aparece aqui.",
  onDevice: "Não há conexão. Isto é o que havia neste aparelho.",
};
