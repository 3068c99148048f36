import type { words as en } from "../en/day.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Wie geht es dir?",
  sleep: "Wie hast du geschlafen?",
  hours: "Stunden Schlaf",
  chooseHours: "Stunden",
  quality: "Wie gut du geschlafen hast",
  qualityScale: "1 ist sehr schlecht, 5 ist sehr gut",
  qualities: ["Sehr schlecht", "Schlecht", "Mittel", "Gut", "Sehr gut"],
  slept: ({ hours, quality }) =>
    plural(hours, { one: `1 Stunde · ${quality}`, other: `${number(hours)} Stunden · ${quality}` }),
  day: "Wie war dein Tag?",
  scale: "1 ist furchtbar, 10 ist wunderbar",
  satisfied: ({ score }) => `${number(score)} von 10`,
  change: "Ändern",
  changeSleep: "Ändern, wie du geschlafen hast",
  changeDay: "Ändern, wie dein Tag war",
  saved: "Gespeichert",
  isGone: "Ein anderes Gerät hat das gelöscht. Bitte antworte noch einmal.",
};
