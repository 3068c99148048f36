import type { words as en } from "../en/today.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  greeting: ({ greeting, name }) => `${greeting}, ${name}`,
  onYourMind: "Qu'as-tu en tête ?",
  photos: "Photos",
  goals: "Objectifs",
  allGoals: "Tous les objectifs",
  newGoal: "Nouvel objectif",
  whatToDo: "Que veux-tu faire ?",
  add: "Ajouter",
  goalToday: ({ title }) => `Aujourd'hui : ${title}`,
  answers: { completed: "Fait", partial: "En partie", missed: "Manqué" },
  noOpenGoals: "Pas d'objectif en cours. Et si tu en prenais un ?",
  written: "Écrit aujourd'hui",
  waiting: ({ count }) =>
    plural(count, {
      one: `${number(count)} changement attend d'être envoyé`,
      other: `${number(count)} changements attendent d'être envoyés`,
    }),
  streak: ({ count }) =>
    plural(count, {
      one: `${number(count)} jour de suite`,
      other: `${number(count)} jours de suite`,
    }),
  noStreak: "Écris aujourd'hui pour commencer une série",
  pausedUntil: ({ date }) => `en pause jusqu'au ${date}`,
  atRisk: "écris aujourd'hui pour la garder",
  freezes: ({ count }) =>
    plural(count, {
      one: `${number(count)} joker en réserve`,
      other: `${number(count)} jokers en réserve`,
    }),
};
