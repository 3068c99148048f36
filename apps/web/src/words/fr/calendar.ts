import type { words as en } from "../en/calendar.ts";

export const words: typeof en = {
  title: "Calendrier",
  back: "Journal",
  goTo: "Aller à un jour",
  nothing: "Tu n'as rien écrit ce jour-là.",
};
