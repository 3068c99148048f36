import type { words as en } from "../en/beginnings.ts";

export const words: typeof en = {
  title: "Cos'altro c'è qui",
  goals: {
    name: "Obiettivi",
    text: "Di' una cosa che vuoi fare. Una volta al giorno ti chiediamo com'è andata.",
    act: "Nuovo obiettivo",
  },
  window: {
    name: "Fascia di movimento",
    text:
      "Due ore al giorno che tieni libere per muoverti. Chi viene prima e dopo di te fa lo stesso.",
    act: "Scegli la tua fascia",
  },
  cheers: {
    name: "Incoraggiamenti",
    text: "Qualcuno che ti conosce legge quello che condividi e fa il tifo per te.",
    act: "Invita qualcuno",
  },
};
