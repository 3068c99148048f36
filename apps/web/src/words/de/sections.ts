import type { words as en } from "../en/sections.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  me: "Ich",
  list: "Bereiche",
  notFound: "Nicht gefunden",
  nothingHere: "Unter dieser Adresse gibt es nichts",
  groups: {
    you: "Du",
    habits: "Gewohnheiten",
    drops: "Tropfen und Laden",
    connections: "Andere Apps",
    privacy: "Privates und Daten",
  },
  names: {
    profile: "Profil",
    notifications: "Mitteilungen",
    waiting: "Zu senden",
    goals: "Ziele",
    insights: "Dein Jahr",
    streaks: "Serien",
    reminders: "Erinnerungen",
    balance: "Tropfen",
    shop: "Laden",
    packs: "Stimmungspakete",
    premium: "Premium",
    music: "Musik",
    mail: "Tagebuch per Mail",
    calendar: "Kalender",
    connections: "Verbindungen",
    privacy: "Privates und Anmeldung",
    links: "Freigabelinks",
    data: "Deine Daten",
  },
  connectionsHint: "Programme und Assistenten, die dein Tagebuch nutzen",
  unread: ({ count }) => `${number(count)} neu`,
  active: ({ count }) => `${number(count)} aktiv`,
  administration: "Verwaltung",
  signOut: "Abmelden",
  signOutHere: "Auf diesem Gerät abmelden",
  askSignOut: "Abmelden?",
  signOutHint: "Der Dienst behält dein Tagebuch. Auf diesem Gerät bleibt nichts davon.",
  signOutAndLose: "Abmelden und verlieren",
  loseHint: ({ count }) =>
    plural(count, {
      one: "1 Änderung ist noch nicht gesendet und geht verloren. Alles andere behält der Dienst.",
      other: `${
        number(count)
      } Änderungen sind noch nicht gesendet und gehen verloren. Alles andere behält der Dienst.`,
    }),
};
