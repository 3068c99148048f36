import type { words as en } from "../en/goals.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Metas",
  goal: "Meta",
  newGoal: "Nueva meta",
  add: "Añadir",
  none: "Aún no hay metas",
  noneText:
    "Añade una cosa que quieras hacer. Te preguntamos una vez al día, en la primera pantalla.",
  gone: "Esta meta ya no está",
  states: { active: "Activa", paused: "En pausa", completed: "Lograda", abandoned: "Abandonada" },
  reachedOn: ({ date }) => `Lograda: ${date}`,
  until: ({ date }) => `Hasta el ${date}`,
  doneOn: ({ count }) =>
    plural(count, { one: "Hecho 1 día", other: `Hecho ${number(count)} días` }),
  today: "Hoy",
  todayOf: ({ goal }) => `Hoy: ${goal}`,
  answers: { completed: "Hecho", partial: "A medias", missed: "No" },
  doneToday: ({ count }) =>
    plural(count, {
      one: "Hecho. La primera vez esta semana.",
      other: `Hecho, ${number(count)} días esta semana. Muy bien.`,
    }),
  partToday: "Una parte también cuenta.",
  missedToday: "No pasa nada. Mañana es otro día.",
  reach: "La he logrado",
  reached: "Has logrado tu meta. Puedes estar muy a gusto contigo.",
  again: "Retomarla",
  takenUp: "Te preguntamos por ella otra vez",
  calendar: "Días",
  onDay: { completed: "hecho", partial: "hecho a medias", missed: "sin hacer" },
  nothingOn: "Ese día no hay check-in.",
  weeks: "Semana a semana",
  week: "Semana",
  weekOf: ({ date }) => `Semana del ${date}`,
  weeksSays: ({ weeks, rate }) =>
    plural(weeks, {
      one: `Esta semana, hecho ${number(rate)} de 7 días.`,
      other: `En las últimas ${number(weeks)} semanas, hecho ${number(rate)} de 7 días de media.`,
    }),
  checkIns: "Check-ins",
  edit: "Editar",
  why: "Por qué, y cómo",
  untilField: "Hasta (opcional)",
  state: "Estado",
  stateHint: "Cada día solo preguntamos por las metas activas.",
  saved: "Guardado",
  savedHere: "Guardado en este dispositivo",
  deleted: "Borrado",
  askDelete: ({ goal }) => `¿Borrar «${goal}»?`,
  askDeleteText: "Sus check-ins se van con ella, en todos los dispositivos.",
};
