import type { words as en } from "../en/confirm.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  linkUsed: "Dieser Link ist abgelaufen oder wurde schon benutzt. Bitte fordere einen neuen an.",
  offline: "Du bist offline. Versuch es wieder, wenn du online bist.",
  pageTitle: "Dein Link – Tagebuch",
  signInAs: ({ email }) => `Als ${email} anmelden?`,
  newPasswordFor: ({ email }) => `Neues Passwort für ${email}`,
  passwordHint: "Mindestens 8 Zeichen",
  saveAndSignIn: "Speichern und anmelden",
  signIn: "Anmelden",
  stayAsIAm: "Nein, alles bleibt, wie es ist",
  notMe: "Das bin ich nicht",
  oneMoreLink: "Noch ein Link",
  notComplete: "Dieser Link ist nicht vollständig",
  otherLink: "Danke! Öffne jetzt den Link, den wir an deine andere Adresse geschickt haben.",
  openAgain: "Öffne den Link in deiner E-Mail noch einmal oder fordere einen neuen an.",
  openApp: "App öffnen",
  toJournal: "Zu meinem Tagebuch",
  toSignIn: "Zur Anmeldung",
  otherSignedIn: ({ email }) =>
    `Du bist als ${email} angemeldet. Wenn du weitermachst, wird dieses Konto hier abgemeldet.`,
  changesLost: ({ count }) =>
    plural(count, {
      one: "1 Änderung darin ist noch nicht gesendet und geht verloren.",
      other: `${number(count)} Änderungen darin sind noch nicht gesendet und gehen verloren.`,
    }),
  nothingChanges: ({ email }) => `Du bist als ${email} angemeldet. Noch ändert sich nichts.`,
  kinds: {
    signup: { title: "Bestätige deine E-Mail-Adresse", act: "Bestätigen" },
    email_change: { title: "Bestätige deine neue Adresse", act: "Bestätigen" },
    magiclink: { title: "Anmelden", act: "Weiter" },
    email: { title: "Anmelden", act: "Weiter" },
    invite: { title: "Du bist eingeladen", act: "Annehmen" },
    recovery: { title: "Wähle ein neues Passwort", act: "Weiter" },
  },
};
