import type { words as en } from "../en/calendar.ts";

export const words: typeof en = {
  title: "Calendario",
  back: "Diario",
  goTo: "Vai a un giorno",
  nothing: "Quel giorno non hai scritto nulla.",
};
