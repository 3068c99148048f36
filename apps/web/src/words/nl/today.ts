import type { words as en } from "../en/today.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  greeting: ({ greeting, name }) => `${greeting}, ${name}`,
  onYourMind: "Wat houdt je bezig?",
  photos: "Foto's",
  goals: "Doelen",
  allGoals: "Alle doelen",
  newGoal: "Nieuw doel",
  whatToDo: "Wat wil je doen?",
  add: "Toevoegen",
  goalToday: ({ title }) => `Vandaag: ${title}`,
  answers: { completed: "Gedaan", partial: "Deels", missed: "Gemist" },
  noOpenGoals: "Geen open doelen. Tijd voor een nieuw?",
  written: "Vandaag geschreven",
  waiting: ({ count }) =>
    plural(count, {
      one: "1 wijziging wacht op versturen",
      other: `${number(count)} wijzigingen wachten op versturen`,
    }),
  streak: ({ count }) =>
    plural(count, { one: "1 dag op rij", other: `${number(count)} dagen op rij` }),
  noStreak: "Schrijf vandaag om een reeks te beginnen",
  pausedUntil: ({ date }) => `pauze tot ${date}`,
  atRisk: "schrijf vandaag om hem te houden",
  freezes: ({ count }) =>
    plural(count, { one: "1 joker bewaard", other: `${number(count)} jokers bewaard` }),
};
