import type { words as en } from "../en/streaks.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Serie",
  inARow: "Giorni di fila",
  journal: "Diario",
  writeToday: "Finisce oggi se non scrivi",
  checkInToday: "Finisce oggi senza check-in",
  lastOn: ({ date }) => `L'ultima volta: ${date}`,
  notBegun: "Non ancora iniziata",
  days: ({ count }) => plural(count, { one: "1 giorno", other: `${number(count)} giorni` }),
  longest: ({ count }) => `la più lunga: ${number(count)}`,
  milestones: "Traguardi",
  reached: "Raggiunto",
  toGo: ({ count }) =>
    plural(count, { one: "manca 1 giorno", other: `mancano ${number(count)} giorni` }),
  calendar: "I tuoi giorni",
  written: "scritto",
  frozen: "un jolly ha salvato la tua serie",
  paused: "in pausa",
  legend: "Cosa dicono i giorni",
  legendWritten: "Scritto",
  legendFrozen: "Jolly",
  legendPaused: "Pausa",
  nothingOn: "Quel giorno non hai scritto nulla.",
  frozenOn: "Non hai scritto nulla, e un jolly ha salvato la tua serie.",
  pausedOn: "Quel giorno le tue serie erano in pausa.",
  freezes: "Jolly",
  held: ({ count }) => plural(count, { one: "Hai 1 jolly.", other: `Hai ${number(count)} jolly.` }),
  heldNone: "Non ne hai.",
  explained:
    "Un jolly salva le tue serie quando salti un giorno. Agisce da solo: non devi fare nulla. Copre quel giorno per il diario e per tutti gli obiettivi con due giorni di fila o più. Puoi averne due. Se poi scrivi di quel giorno, il jolly ritorna.",
  savedOn: ({ date }) => `L'ultimo è servito il ${date}.`,
  bought: ({ count }) =>
    plural(count, {
      one: "Comprato. Ti resta 1 goccia.",
      other: `Comprato. Ti restano ${number(count)} gocce.`,
    }),
  buy: ({ count }) =>
    plural(count, {
      one: "Comprane uno per 1 goccia",
      other: `Comprane uno per ${number(count)} gocce`,
    }),
  most: "Due è il massimo.",
  balance: ({ count }) =>
    plural(count, { one: "Hai 1 goccia.", other: `Hai ${number(count)} gocce.` }),
  pause: "Pausa",
  pausedFor: ({ since, until }) => `Le tue serie sono in pausa dal ${since} al ${until}.`,
  pauseText:
    "In vacanza, o con la febbre? Una pausa tiene tutte le tue serie fino al giorno che scegli. I giorni in cui scrivi contano lo stesso, e puoi finirla quando vuoi.",
  pausedUntil: ({ until }) => `In pausa fino al ${until}`,
  pauseEnded: "La pausa è finita",
  until: "Fino al",
  untilHint: "L'ultimo giorno di pausa, al massimo tra 90 giorni",
  changeDate: "Cambia la data",
  endPause: "Finisci la pausa",
};
