import type { words as en } from "../en/calendar.ts";

export const words: typeof en = {
  title: "Kalender",
  back: "Tagebuch",
  goTo: "Zu einem Tag",
  nothing: "An diesem Tag hast du nichts geschrieben.",
};
