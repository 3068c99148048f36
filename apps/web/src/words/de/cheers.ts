import type { words as en } from "../en/cheers.ts";

export const words: typeof en = {
  cheersForYou: "Zurufe für dich",
  all: "Alle",
  cheers: "Zurufe",
  writeWithMe: "Schreib mit mir",
  yourPeople: "Deine Leute",
  inviteFriend: "Jemanden einladen",
  inviteHint: "Mit diesem Link kann eine Person in deinen Kreis kommen. Er gilt 14 Tage.",
  invite: "Einladen",
  cheerNamed: ({ name }) => `${name} anfeuern`,
  thankYou: "Danke!",
  heardThanks: ({ name }) => `${name} hört deinen Dank`,
  cheerForYou: "Ein Zuruf für dich",
  thank: "Danken",
  thankNamed: ({ name }) => `${name} danken`,
  writeBack: "Antworten",
  cheersYouOn: ({ name }) => `${name} feuert dich an`,
};
