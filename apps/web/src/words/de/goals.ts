import type { words as en } from "../en/goals.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Ziele",
  goal: "Ziel",
  newGoal: "Neues Ziel",
  add: "Hinzufügen",
  none: "Noch keine Ziele",
  noneText: "Nimm dir eine Sache vor. Auf der ersten Seite wirst du einmal am Tag danach gefragt.",
  gone: "Dieses Ziel gibt es nicht mehr",
  states: { active: "Aktiv", paused: "Pausiert", completed: "Erreicht", abandoned: "Aufgegeben" },
  reachedOn: ({ date }) => `Erreicht: ${date}`,
  until: ({ date }) => `Bis ${date}`,
  doneOn: ({ count }) =>
    plural(count, { one: "An 1 Tag geschafft", other: `An ${number(count)} Tagen geschafft` }),
  today: "Heute",
  todayOf: ({ goal }) => `Heute: ${goal}`,
  answers: { completed: "Geschafft", partial: "Zum Teil", missed: "Verpasst" },
  doneToday: ({ count }) =>
    plural(count, {
      one: "Geschafft. Das erste Mal diese Woche.",
      other: `Geschafft, an ${number(count)} Tagen diese Woche. Gut gemacht.`,
    }),
  partToday: "Auch ein Teil zählt.",
  missedToday: "Das ist in Ordnung. Morgen ist ein neuer Tag.",
  reach: "Ich habe es erreicht",
  reached: "Du hast dein Ziel erreicht. Sei stolz darauf.",
  again: "Wieder aufnehmen",
  takenUp: "Wir fragen wieder danach",
  calendar: "Tage",
  onDay: { completed: "geschafft", partial: "zum Teil geschafft", missed: "verpasst" },
  nothingOn: "Kein Check-in an diesem Tag.",
  weeks: "Woche für Woche",
  week: "Woche",
  weekOf: ({ date }) => `Woche ab ${date}`,
  weeksSays: ({ weeks, rate }) =>
    plural(weeks, {
      one: `Diese Woche an ${number(rate)} von 7 Tagen geschafft.`,
      other: `In den letzten ${number(weeks)} Wochen im Schnitt an ${
        number(rate)
      } von 7 Tagen geschafft.`,
    }),
  checkIns: "Check-ins",
  edit: "Ändern",
  why: "Warum, und wie",
  untilField: "Bis (freiwillig)",
  state: "Stand",
  stateHint: "Nur nach aktiven Zielen fragen wir jeden Tag.",
  saved: "Gespeichert",
  savedHere: "Auf diesem Gerät gespeichert",
  deleted: "Gelöscht",
  askDelete: ({ goal }) => `„${goal}“ löschen?`,
  askDeleteText: "Die Check-ins dazu verschwinden mit, auf allen Geräten.",
};
