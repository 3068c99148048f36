import type { words as en } from "../en/today.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  greeting: ({ greeting, name }) => `${greeting}, ${name}`,
  onYourMind: "A cosa stai pensando?",
  photos: "Foto",
  goals: "Obiettivi",
  allGoals: "Tutti gli obiettivi",
  newGoal: "Nuovo obiettivo",
  whatToDo: "Cosa vuoi fare?",
  add: "Aggiungi",
  goalToday: ({ title }) => `Oggi: ${title}`,
  answers: { completed: "Fatto", partial: "In parte", missed: "Saltato" },
  noOpenGoals: "Nessun obiettivo aperto. Che ne dici di uno nuovo?",
  written: "Scritto oggi",
  waiting: ({ count }) =>
    plural(count, {
      one: "1 modifica aspetta di essere inviata",
      other: `${number(count)} modifiche aspettano di essere inviate`,
    }),
  streak: ({ count }) =>
    plural(count, { one: "1 giorno di fila", other: `${number(count)} giorni di fila` }),
  noStreak: "Scrivi oggi per iniziare una serie",
  pausedUntil: ({ date }) => `in pausa fino al ${date}`,
  atRisk: "scrivi oggi per tenerla",
  freezes: ({ count }) =>
    plural(count, { one: "1 jolly da parte", other: `${number(count)} jolly da parte` }),
};
