import type { words as en } from "../en/today.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  greeting: ({ greeting, name }) => `${greeting}, ${name}`,
  onYourMind: "¿Qué tienes en mente?",
  photos: "Fotos",
  goals: "Metas",
  allGoals: "Todas las metas",
  newGoal: "Nueva meta",
  whatToDo: "¿Qué quieres hacer?",
  add: "Añadir",
  goalToday: ({ title }) => `Hoy: ${title}`,
  answers: { completed: "Hecho", partial: "A medias", missed: "No" },
  noOpenGoals: "No hay metas abiertas. ¿Qué tal una nueva?",
  written: "Escrito hoy",
  waiting: ({ count }) =>
    plural(count, {
      one: "1 cambio espera para enviarse",
      other: `${number(count)} cambios esperan para enviarse`,
    }),
  streak: ({ count }) =>
    plural(count, { one: "1 día seguido", other: `${number(count)} días seguidos` }),
  noStreak: "Escribe hoy para empezar una racha",
  pausedUntil: ({ date }) => `en pausa hasta el ${date}`,
  atRisk: "escribe hoy para no perderla",
  freezes: ({ count }) =>
    plural(count, { one: "1 comodín guardado", other: `${number(count)} comodines guardados` }),
};
