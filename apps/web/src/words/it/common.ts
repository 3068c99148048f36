import type { words as en } from "../en/common.ts";

export const words: typeof en = {
  cancel: "Annulla",
  save: "Salva",
  tryAgain: "Riprova",
  delete: "Elimina",
  discard: "Scarta",
  send: "Invia",
  today: "Oggi",
  you: "Tu",
  close: "Chiudi",
  journal: "Diario",
  showMore: "Mostra altro",
  notAPerson: "Non è una persona",
};
