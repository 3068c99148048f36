/** What Today asks about the night and the day. */
import { plural } from "../../plural.ts";
import { number } from "../../words.ts";

export const words = {
  title: "How are you?",
  sleep: "How did you sleep?",
  hours: "Hours of sleep",
  chooseHours: "Hours",
  quality: "How well you slept",
  qualityScale: "1 is very badly, 5 is very well",
  qualities: ["Very badly", "Badly", "So-so", "Well", "Very well"],
  slept: ({ hours, quality }: { hours: number; quality: string }) =>
    plural(hours, {
      one: `1 hour · ${quality}`,
      other: `${number(hours)} hours · ${quality}`,
    }),
  day: "How was your day?",
  scale: "1 is awful, 10 is wonderful",
  satisfied: ({ score }: { score: number }) => `${number(score)} of 10`,
  change: "Change",
  changeSleep: "Change how you slept",
  changeDay: "Change how your day was",
  saved: "Saved",
  isGone: "Another device has deleted this. Please answer again.",
};
