import type { words as en } from "../en/goals.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Objectifs",
  goal: "Objectif",
  newGoal: "Nouvel objectif",
  add: "Ajouter",
  none: "Pas encore d'objectifs",
  noneText:
    "Ajoute une chose que tu veux faire. On te la demande une fois par jour, sur le premier écran.",
  gone: "Cet objectif n'est plus là",
  states: { active: "En cours", paused: "En pause", completed: "Atteint", abandoned: "Abandonné" },
  reachedOn: ({ date }) => `Atteint : ${date}`,
  until: ({ date }) => `Jusqu'au ${date}`,
  doneOn: ({ count }) =>
    plural(count, { one: `Fait ${number(count)} jour`, other: `Fait ${number(count)} jours` }),
  today: "Aujourd'hui",
  todayOf: ({ goal }) => `Aujourd'hui : ${goal}`,
  answers: { completed: "Fait", partial: "En partie", missed: "Manqué" },
  doneToday: ({ count }) =>
    plural(count, {
      one: "Fait. La première fois cette semaine.",
      other: `Fait, ${number(count)} jours cette semaine. Bravo.`,
    }),
  partToday: "Une partie compte aussi.",
  missedToday: "Ce n'est pas grave. Demain est un autre jour.",
  reach: "Je l'ai atteint",
  reached: "Tu as atteint ton objectif. Bravo à toi.",
  again: "Le reprendre",
  takenUp: "On te le demande à nouveau",
  calendar: "Jours",
  onDay: { completed: "fait", partial: "fait en partie", missed: "manqué" },
  nothingOn: "Pas de check-in ce jour-là.",
  weeks: "Semaine par semaine",
  week: "Semaine",
  weekOf: ({ date }) => `Semaine du ${date}`,
  weeksSays: ({ weeks, rate }) =>
    plural(weeks, {
      one: `Fait ${number(rate)} jours sur 7 cette semaine.`,
      other: `Ces ${number(weeks)} dernières semaines, fait ${
        number(rate)
      } jours sur 7 en moyenne.`,
    }),
  checkIns: "Check-ins",
  edit: "Modifier",
  why: "Pourquoi, et comment",
  untilField: "Jusqu'au (facultatif)",
  state: "État",
  stateHint: "On ne demande chaque jour que les objectifs en cours.",
  saved: "Enregistré",
  savedHere: "Enregistré sur cet appareil",
  deleted: "Supprimé",
  askDelete: ({ goal }) => `Supprimer « ${goal} » ?`,
  askDeleteText: "Ses check-ins partent avec lui, sur tous les appareils.",
};
