import type { words as en } from "../en/weekly-review.ts";

export const words: typeof en = {
  title: "La tua settimana, ogni lunedì",
  inApp: "Dimmi com'è andata la mia settimana",
  inAppHint: "Un avviso con le tue pagine, parole e giorni di scrittura.",
  byMail: "Mandami la mia settimana per e-mail",
  byMailHint:
    "Nomina anche i tuoi umori più frequenti. Non contiene mai il testo delle tue pagine.",
};
