import type { words as en } from "../en/journal.ts";

export const words: typeof en = {
  entry: "Pagina",
  entries: "Pagine",
  choose: "Scegli una pagina",
  orBegin: "O iniziane una nuova.",
  newEntry: "Nuova pagina",
  search: "Cerca",
  searchOwn: "Cerca nel mio diario",
  searchOthers: "Cerca in ciò che posso leggere",
  whose: "Le pagine di chi",
  scopes: { own: "Mie", team: "Team", org: "Organizzazione", public: "Tutti" },
  notebook: "Quaderno",
  notebooks: "Quaderni",
  allNotebooks: "Tutti i quaderni",
  views: "Altre viste del diario",
  calendar: "Calendario",
  insights: "Il tuo anno",
  empty: "Il tuo diario è vuoto",
  emptyText: "La prima pagina è la più difficile. Basta una frase.",
  noneFits: "Qui non c'è ancora nulla",
  noneFitsText: "Nessuna tua pagina corrisponde.",
};
