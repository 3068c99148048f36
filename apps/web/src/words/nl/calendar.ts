import type { words as en } from "../en/calendar.ts";

export const words: typeof en = {
  title: "Kalender",
  back: "Dagboek",
  goTo: "Naar een dag",
  nothing: "Op deze dag schreef je niets.",
};
