import type { words as en } from "../en/weekly-review.ts";

export const words: typeof en = {
  title: "Deine Woche, jeden Montag",
  inApp: "Sag mir, wie meine Woche war",
  inAppHint: "Eine Mitteilung mit deinen Einträgen, Wörtern und Schreibtagen.",
  byMail: "Schick mir meine Woche per Mail",
  byMailHint: "Nennt auch deine häufigsten Stimmungen. Text aus deinen Einträgen steht nie darin.",
};
