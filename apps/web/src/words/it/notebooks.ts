import type { words as en } from "../en/notebooks.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  notebooks: "Quaderni",
  hint: "Le nuove pagine di un quaderno sono condivise con le stesse persone del quaderno.",
  newNotebook: "Nuovo quaderno",
  add: "Aggiungi",
  none: "Ancora nessun quaderno",
  noneHint: "Tieni insieme delle pagine: un viaggio, un progetto, un figlio.",
  deleteHint: "Le sue pagine restano nel tuo diario, senza quaderno.",
  askDelete: ({ name }) => `Eliminare «${name}»?`,
  edit: ({ name }) => `Modifica ${name}`,
  delete: ({ name }) => `Elimina ${name}`,
  name: "Nome",
  entries: ({ count }) => plural(count, { one: "1 pagina", other: `${number(count)} pagine` }),
};
