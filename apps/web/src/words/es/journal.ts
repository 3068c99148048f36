import type { words as en } from "../en/journal.ts";

export const words: typeof en = {
  entry: "Entrada",
  entries: "Entradas",
  choose: "Elige una entrada",
  orBegin: "O empieza una nueva.",
  newEntry: "Nueva entrada",
  search: "Buscar",
  searchOwn: "Buscar en mi diario",
  searchOthers: "Buscar en lo que puedo leer",
  whose: "Entradas de quién",
  scopes: { own: "Mías", team: "Equipo", org: "Organización", public: "Todo el mundo" },
  notebook: "Cuaderno",
  notebooks: "Cuadernos",
  allNotebooks: "Todos los cuadernos",
  views: "Otras vistas del diario",
  calendar: "Calendario",
  insights: "Tu año",
  empty: "Tu diario está vacío",
  emptyText: "La primera entrada es la más difícil. Basta una frase.",
  noneFits: "Aquí aún no hay nada",
  noneFitsText: "Ninguna entrada tuya encaja.",
};
