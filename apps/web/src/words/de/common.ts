import type { words as en } from "../en/common.ts";

export const words: typeof en = {
  cancel: "Abbrechen",
  save: "Speichern",
  tryAgain: "Noch einmal",
  delete: "Löschen",
  discard: "Verwerfen",
  send: "Senden",
  today: "Heute",
  you: "Du",
  close: "Schließen",
  journal: "Tagebuch",
  showMore: "Mehr zeigen",
  notAPerson: "Kein Mensch",
};
