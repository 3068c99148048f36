import type { words as en } from "../en/cheers.ts";

export const words: typeof en = {
  cheersForYou: "Aanmoedigingen voor jou",
  all: "Alle",
  cheers: "Aanmoedigingen",
  writeWithMe: "Schrijf met me mee",
  yourPeople: "Jouw mensen",
  inviteFriend: "Iemand uitnodigen",
  inviteHint: "Met deze link kan één persoon in je kring komen. Hij werkt 14 dagen.",
  invite: "Uitnodigen",
  cheerNamed: ({ name }) => `${name} aanmoedigen`,
  thankYou: "Dank je wel!",
  heardThanks: ({ name }) => `${name} hoort je bedankje`,
  cheerForYou: "Een aanmoediging voor jou",
  thank: "Bedanken",
  thankNamed: ({ name }) => `${name} bedanken`,
  writeBack: "Terugschrijven",
  cheersYouOn: ({ name }) => `${name} moedigt je aan`,
};
