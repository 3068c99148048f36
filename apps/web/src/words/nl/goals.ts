import type { words as en } from "../en/goals.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Doelen",
  goal: "Doel",
  newGoal: "Nieuw doel",
  add: "Toevoegen",
  none: "Nog geen doelen",
  noneText:
    "Voeg één ding toe dat je wilt doen. We vragen er eens per dag naar, op het eerste scherm.",
  gone: "Dit doel is er niet meer",
  states: { active: "Actief", paused: "Gepauzeerd", completed: "Bereikt", abandoned: "Losgelaten" },
  reachedOn: ({ date }) => `Bereikt: ${date}`,
  until: ({ date }) => `Tot ${date}`,
  doneOn: ({ count }) =>
    plural(count, { one: "Gedaan op 1 dag", other: `Gedaan op ${number(count)} dagen` }),
  today: "Vandaag",
  todayOf: ({ goal }) => `Vandaag: ${goal}`,
  answers: { completed: "Gedaan", partial: "Deels", missed: "Gemist" },
  doneToday: ({ count }) =>
    plural(count, {
      one: "Gedaan. Je eerste keer deze week.",
      other: `Gedaan, op ${number(count)} dagen deze week. Goed zo.`,
    }),
  partToday: "Een deel telt ook.",
  missedToday: "Dat geeft niet. Morgen is een nieuwe dag.",
  reach: "Ik heb het bereikt",
  reached: "Je hebt je doel bereikt. Wees er trots op.",
  again: "Weer oppakken",
  takenUp: "We vragen er weer naar",
  calendar: "Dagen",
  onDay: { completed: "gedaan", partial: "deels gedaan", missed: "gemist" },
  nothingOn: "Geen check-in op deze dag.",
  weeks: "Week na week",
  week: "Week",
  weekOf: ({ date }) => `Week van ${date}`,
  weeksSays: ({ weeks, rate }) =>
    plural(weeks, {
      one: `Deze week gedaan op ${number(rate)} van 7 dagen.`,
      other: `In de laatste ${number(weeks)} weken gedaan op gemiddeld ${
        number(rate)
      } van 7 dagen.`,
    }),
  checkIns: "Check-ins",
  edit: "Wijzigen",
  why: "Waarom, en hoe",
  untilField: "Tot (mag leeg)",
  state: "Stand",
  stateHint: "We vragen elke dag alleen naar actieve doelen.",
  saved: "Bewaard",
  savedHere: "Bewaard op dit apparaat",
  deleted: "Verwijderd",
  askDelete: ({ goal }) => `‘${goal}’ verwijderen?`,
  askDeleteText: "De check-ins gaan mee, op alle apparaten.",
};
