import type { words as en } from "../en/goals.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Obiettivi",
  goal: "Obiettivo",
  newGoal: "Nuovo obiettivo",
  add: "Aggiungi",
  none: "Ancora nessun obiettivo",
  noneText:
    "Aggiungi una cosa che vuoi fare. Te la chiediamo una volta al giorno, nella prima schermata.",
  gone: "Questo obiettivo non c'è più",
  states: { active: "Attivo", paused: "In pausa", completed: "Raggiunto", abandoned: "Lasciato" },
  reachedOn: ({ date }) => `Raggiunto: ${date}`,
  until: ({ date }) => `Fino al ${date}`,
  doneOn: ({ count }) =>
    plural(count, { one: "Fatto per 1 giorno", other: `Fatto per ${number(count)} giorni` }),
  today: "Oggi",
  todayOf: ({ goal }) => `Oggi: ${goal}`,
  answers: { completed: "Fatto", partial: "In parte", missed: "Saltato" },
  doneToday: ({ count }) =>
    plural(count, {
      one: "Fatto. La prima volta questa settimana.",
      other: `Fatto, per ${number(count)} giorni questa settimana. Ben fatto.`,
    }),
  partToday: "Conta anche una parte.",
  missedToday: "Va bene così. Domani è un altro giorno.",
  reach: "L'ho raggiunto",
  reached: "Hai raggiunto il tuo obiettivo. Che soddisfazione.",
  again: "Riprendilo",
  takenUp: "Te lo chiediamo di nuovo",
  calendar: "Giorni",
  onDay: { completed: "fatto", partial: "fatto in parte", missed: "saltato" },
  nothingOn: "Nessun check-in in questo giorno.",
  weeks: "Settimana per settimana",
  week: "Settimana",
  weekOf: ({ date }) => `Settimana del ${date}`,
  weeksSays: ({ weeks, rate }) =>
    plural(weeks, {
      one: `Fatto ${number(rate)} giorni su 7 questa settimana.`,
      other: `Nelle ultime ${number(weeks)} settimane, fatto in media ${number(rate)} giorni su 7.`,
    }),
  checkIns: "Check-in",
  edit: "Modifica",
  why: "Perché, e come",
  untilField: "Fino al (facoltativo)",
  state: "Stato",
  stateHint: "Ogni giorno chiediamo solo degli obiettivi attivi.",
  saved: "Salvato",
  savedHere: "Salvato su questo dispositivo",
  deleted: "Eliminato",
  askDelete: ({ goal }) => `Eliminare «${goal}»?`,
  askDeleteText: "I suoi check-in vanno via con lui, su tutti i dispositivi.",
};
