import type { words as en } from "../en/day.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Hoe gaat het?",
  sleep: "Hoe heb je geslapen?",
  hours: "Uren slaap",
  chooseHours: "Uren",
  quality: "Hoe goed je sliep",
  qualityScale: "1 is heel slecht, 5 is heel goed",
  qualities: ["Heel slecht", "Slecht", "Gaat wel", "Goed", "Heel goed"],
  slept: ({ hours, quality }) =>
    plural(hours, { one: `1 uur · ${quality}`, other: `${number(hours)} uur · ${quality}` }),
  day: "Hoe was je dag?",
  scale: "1 is vreselijk, 10 is heerlijk",
  satisfied: ({ score }) => `${number(score)} van 10`,
  change: "Wijzigen",
  changeSleep: "Wijzigen hoe je sliep",
  changeDay: "Wijzigen hoe je dag was",
  saved: "Bewaard",
  isGone: "Een ander apparaat heeft dit verwijderd. Antwoord nog eens.",
};
