import type { words as en } from "../en/sections.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  me: "Ik",
  list: "Onderdelen",
  notFound: "Niet gevonden",
  nothingHere: "Op dit adres is niets",
  groups: {
    you: "Jij",
    habits: "Gewoontes",
    drops: "Druppels en winkel",
    connections: "Andere apps",
    privacy: "Privacy en gegevens",
  },
  names: {
    profile: "Profiel",
    notifications: "Meldingen",
    waiting: "Te versturen",
    goals: "Doelen",
    insights: "Jouw jaar",
    streaks: "Reeksen",
    reminders: "Herinneringen",
    balance: "Druppels",
    shop: "Winkel",
    packs: "Beeldpakketten",
    premium: "Premium",
    music: "Muziek",
    mail: "Dagboek per mail",
    calendar: "Agenda",
    connections: "Verbindingen",
    privacy: "Privacy en inloggen",
    links: "Deellinks",
    data: "Je gegevens",
  },
  connectionsHint: "Programma's en assistenten die je dagboek gebruiken",
  unread: ({ count }) => `${number(count)} nieuw`,
  active: ({ count }) => `${number(count)} actief`,
  administration: "Beheer",
  signOut: "Uitloggen",
  signOutHere: "Op dit apparaat uitloggen",
  askSignOut: "Uitloggen?",
  signOutHint: "De dienst bewaart je dagboek. Op dit apparaat blijft er niets van.",
  signOutAndLose: "Uitloggen en ze kwijtraken",
  loseHint: ({ count }) =>
    plural(count, {
      one: "1 wijziging is nog niet verstuurd en gaat verloren. De dienst bewaart al het andere.",
      other: `${
        number(count)
      } wijzigingen zijn nog niet verstuurd en gaan verloren. De dienst bewaart al het andere.`,
    }),
};
