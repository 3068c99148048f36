import type { words as en } from "../en/calendar.ts";

export const words: typeof en = {
  title: "Calendario",
  back: "Diario",
  goTo: "Ir a un día",
  nothing: "Ese día no escribiste nada.",
};
