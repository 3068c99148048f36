import type { words as en } from "../en/common.ts";

export const words: typeof en = {
  cancel: "Annuler",
  save: "Enregistrer",
  tryAgain: "Réessayer",
  delete: "Supprimer",
  discard: "Jeter",
  send: "Envoyer",
  today: "Aujourd'hui",
  you: "Toi",
  close: "Fermer",
  journal: "Journal",
  showMore: "Afficher plus",
  notAPerson: "Pas une personne",
};
