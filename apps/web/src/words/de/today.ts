import type { words as en } from "../en/today.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  greeting: ({ greeting, name }) => `${greeting}, ${name}`,
  onYourMind: "Was beschäftigt dich?",
  photos: "Fotos",
  goals: "Ziele",
  allGoals: "Alle Ziele",
  newGoal: "Neues Ziel",
  whatToDo: "Was möchtest du tun?",
  add: "Hinzufügen",
  goalToday: ({ title }) => `Heute: ${title}`,
  answers: { completed: "Geschafft", partial: "Zum Teil", missed: "Verpasst" },
  noOpenGoals: "Keine offenen Ziele. Zeit für ein neues?",
  written: "Heute geschrieben",
  waiting: ({ count }) =>
    plural(count, {
      one: "1 Änderung wartet aufs Senden",
      other: `${number(count)} Änderungen warten aufs Senden`,
    }),
  streak: ({ count }) =>
    plural(count, { one: "1 Tag am Stück", other: `${number(count)} Tage am Stück` }),
  noStreak: "Schreib heute, dann beginnt eine Serie",
  pausedUntil: ({ date }) => `Pause bis ${date}`,
  atRisk: "schreib heute, damit sie bleibt",
  freezes: ({ count }) => plural(count, { one: "1 Joker", other: `${number(count)} Joker` }),
};
