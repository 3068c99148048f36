import type { words as en } from "../en/calendar-address.ts";

export const words: typeof en = {
  title: "Kalender",
  name: "In deiner Kalender-App",
  text:
    "Gib diese Adresse deiner Kalender-App. Sie zeigt dann die Termine deiner offenen Ziele und deine Zeitfenster der nächsten zwei Wochen.",
  calendar: "Mein Kalender",
  copyNow:
    "Kopiere sie jetzt. Du siehst sie nur dieses eine Mal, und wer sie hat, kann deinen Kalender lesen.",
  address: "Adresse",
  madeAt: ({ date }) =>
    `Du hast am ${date} eine Adresse erstellt. Wenn du eine neue erstellst, gilt sie nicht mehr.`,
  shownOnce: "Du siehst die Adresse nur einmal.",
  make: "Adresse erstellen",
  makeNew: "Neue Adresse erstellen",
  end: "Adresse beenden",
  askEnd: "Adresse beenden?",
  askEndHint: "Deine Kalender-Apps bekommen dann deine Ziele und Zeitfenster nicht mehr.",
  endIt: "Beenden",
  ended: "Die Adresse gilt nicht mehr",
};
