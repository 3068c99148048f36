import type { words as en } from "../en/sharing.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  shareLink: "Freigabelink",
  hint:
    "Wer den Link hat, kann diesen Eintrag mit seinen Fotos und deinem Namen lesen, ohne Konto. Wenn du den Eintrag änderst, ist die Änderung dort zu sehen.",
  linkWorksFor: "Der Link gilt",
  passphrase: "Kennwort (freiwillig)",
  passphraseHint: "Mindestens 6 Zeichen. Schick es nicht zusammen mit dem Link.",
  needsNetwork: "Du bist offline. Einen Link kannst du erstellen, wenn du online bist.",
  makeLink: "Link erstellen",
  copyNow: ({ until }) => `Kopiere ihn jetzt, du siehst ihn nur einmal. Er gilt bis ${until}.`,
  lost:
    "Der Link wurde erstellt, ging aber auf dem Weg hierher verloren. Bitte erstelle einen neuen.",
  myShareLinks: "Meine Freigabelinks",
  done: "Fertig",
  days: ({ count }) => plural(count, { one: "1 Tag", other: `${number(count)} Tage` }),
};
