import type { words as en } from "../en/streaks.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Rachas",
  inARow: "Días seguidos",
  journal: "Diario",
  writeToday: "Termina hoy si no escribes",
  checkInToday: "Termina hoy si no haces check-in",
  lastOn: ({ date }) => `La última vez: ${date}`,
  notBegun: "Sin empezar",
  days: ({ count }) => plural(count, { one: "1 día", other: `${number(count)} días` }),
  longest: ({ count }) => `la más larga: ${number(count)}`,
  milestones: "Hitos",
  reached: "Alcanzado",
  toGo: ({ count }) => plural(count, { one: "falta 1 día", other: `faltan ${number(count)} días` }),
  calendar: "Tus días",
  written: "escrito",
  frozen: "un comodín salvó tu racha",
  paused: "en pausa",
  legend: "Qué significan los días",
  legendWritten: "Escrito",
  legendFrozen: "Comodín",
  legendPaused: "Pausa",
  nothingOn: "Ese día no escribiste nada.",
  frozenOn: "No escribiste nada y un comodín salvó tu racha.",
  pausedOn: "Ese día tus rachas estaban en pausa.",
  freezes: "Comodines",
  held: ({ count }) =>
    plural(count, { one: "Tienes 1 comodín.", other: `Tienes ${number(count)} comodines.` }),
  heldNone: "No tienes ninguno.",
  explained:
    "Un comodín salva tus rachas cuando te saltas un día. Funciona solo: no haces nada. Cubre ese día para tu diario y para todas las metas con dos días seguidos o más. Puedes tener dos. Si después escribes sobre ese día, recuperas el comodín.",
  savedOn: ({ date }) => `El último se usó el ${date}.`,
  bought: ({ count }) =>
    plural(count, {
      one: "Comprado. Te queda 1 gota.",
      other: `Comprado. Te quedan ${number(count)} gotas.`,
    }),
  buy: ({ count }) =>
    plural(count, {
      one: "Comprar uno por 1 gota",
      other: `Comprar uno por ${number(count)} gotas`,
    }),
  most: "Dos es el máximo.",
  balance: ({ count }) =>
    plural(count, { one: "Tienes 1 gota.", other: `Tienes ${number(count)} gotas.` }),
  pause: "Pausa",
  pausedFor: ({ since, until }) => `Tus rachas están en pausa del ${since} al ${until}.`,
  pauseText:
    "¿De vacaciones o con gripe? Una pausa guarda todas tus rachas hasta el día que elijas. Los días en que escribas cuentan igual, y puedes terminarla cuando quieras.",
  pausedUntil: ({ until }) => `En pausa hasta el ${until}`,
  pauseEnded: "La pausa ha terminado",
  until: "Hasta",
  untilHint: "El último día de pausa, como mucho dentro de 90 días",
  changeDate: "Cambiar la fecha",
  endPause: "Terminar la pausa",
};
