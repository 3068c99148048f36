import type { words as en } from "../en/search.ts";

export const words: typeof en = {
  filter: "Filtrar",
  mood: "Ánimo",
  anyMood: "Cualquier ánimo",
  tones: {
    positive: "Todos los buenos",
    neutral: "Todos los normales",
    negative: "Todos los difíciles",
  },
  tag: "Etiqueta",
  anyTag: "Cualquier etiqueta",
  from: "Desde",
  to: "Hasta",
  withMood: ({ mood }) => `Ánimo: ${mood}`,
  sinceDay: ({ from }) => `Desde el ${from}`,
  untilDay: ({ to }) => `Hasta el ${to}`,
  between: ({ from, to }) => `Del ${from} al ${to}`,
  remove: ({ filter }) => `Quitar el filtro «${filter}»`,
  alsoAs: "También encontrado como",
  entries: "Entradas",
  nothing: "No se ha encontrado nada",
  otherWords: "Prueba otras palabras o quita un filtro.",
  nothingShared: "Aquí aún no hay nada compartido",
  nothingSharedText: "Lo que otros comparten contigo aparece aquí.",
  onDevice: "No hay conexión. Esto es lo que había en este dispositivo.",
};
