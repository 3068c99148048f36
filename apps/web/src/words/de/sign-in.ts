import type { words as en } from "../en/sign-in.ts";

export const words: typeof en = {
  claim: "Eine Seite am Tag, und Leute, die dich dafür feiern.",
  promises: {
    lock: "Privat, bis du es teilst",
    cloud: "Auch offline, auf all deinen Geräten",
    target: "Ziele, die jemand bemerkt",
  },
  example: {
    moment: "Dienstag, 07:40",
    title: "Der erste Frost",
    text: "Vor der Arbeit am Fluss gelaufen. Weißes Gras, und niemand da außer den Reihern.",
    friend: "Mara feuert dich an",
    cheer: "Zwölf Morgen! Ich lese das so gern.",
    streak: "12 Tage am Stück",
  },
  offline: "Du bist offline. Versuch es wieder, wenn du online bist.",
  mailSent: "Wir haben dir eine E-Mail geschickt. Öffne ihren Link, dann beginnt dein Tagebuch.",
  resetSent: "Wenn es zu dieser Adresse ein Konto gibt, ist eine Mail mit einem Link unterwegs.",
  name: "Name (freiwillig)",
  nameHint: "Andere sehen ihn. Du kannst ihn später ändern.",
  email: "E-Mail",
  password: "Passwort",
  passwordHint: "Mindestens 8 Zeichen",
  show: "Zeigen, was ich tippe",
  newHere: "Neu hier? Konto erstellen",
  forgot: "Passwort vergessen?",
  haveAccount: "Ich habe ein Konto",
  backToSignIn: "Zurück zur Anmeldung",
  forms: {
    in: { title: "Schön, dass du da bist", act: "Anmelden" },
    up: { title: "Beginne dein Tagebuch", act: "Konto erstellen" },
    forgot: { title: "Ein neues Passwort", act: "Link senden" },
  },
};
