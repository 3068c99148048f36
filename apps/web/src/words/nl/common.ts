import type { words as en } from "../en/common.ts";

export const words: typeof en = {
  cancel: "Annuleren",
  save: "Bewaren",
  tryAgain: "Opnieuw",
  delete: "Verwijderen",
  discard: "Weggooien",
  send: "Versturen",
  today: "Vandaag",
  you: "Jij",
  close: "Sluiten",
  journal: "Dagboek",
  showMore: "Meer tonen",
  notAPerson: "Geen mens",
};
