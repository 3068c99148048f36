import type { words as en } from "../en/palette.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Cosa vuoi fare?",
  field: "Trova un'azione, un posto, una pagina o una persona",
  groups: {
    acts: "Fai",
    places: "Vai a",
    entries: "Pagine",
    people: "Persone",
    settings: "Impostazioni",
  },
  acts: {
    write: "Scrivi una pagina",
    goal: "Aggiungi un obiettivo",
    reminder: "Aggiungi un promemoria",
    cheer: "Manda un incoraggiamento",
    notifications: "Leggi i miei avvisi",
    search: ({ text }) => `Cerca «${text}» nel diario`,
  },
  found: ({ count }) =>
    plural(count, { one: "1 cosa trovata", other: `${number(count)} cose trovate` }),
  nothing: "Non si è trovato nulla",
};
