import type { words as en } from "../en/cheers.ts";

export const words: typeof en = {
  cheersForYou: "Incoraggiamenti per te",
  all: "Tutti",
  cheers: "Incoraggiamenti",
  writeWithMe: "Scrivi con me",
  yourPeople: "Le tue persone",
  inviteFriend: "Invita qualcuno",
  inviteHint: "Con questo link una persona può entrare nella tua cerchia. Vale 14 giorni.",
  invite: "Invita",
  cheerNamed: ({ name }) => `Incoraggia ${name}`,
  thankYou: "Grazie!",
  heardThanks: ({ name }) => `${name} riceve il tuo grazie`,
  cheerForYou: "Un incoraggiamento per te",
  thank: "Ringrazia",
  thankNamed: ({ name }) => `Ringrazia ${name}`,
  writeBack: "Rispondi",
  cheersYouOn: ({ name }) => `${name} fa il tifo per te`,
};
