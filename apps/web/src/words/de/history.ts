import type { words as en } from "../en/history.ts";

export const words: typeof en = {
  restoreHint: "Titel und Text werden wie damals. Stimmung, Schlagwörter und wer es sieht bleiben.",
  askRestore: "Zu dieser Fassung zurück?",
  restore: "Dahin zurück",
  restored: "Deine frühere Fassung ist wieder da",
  forgetHint: "Du kannst sie nicht zurückholen. Der Eintrag selbst bleibt.",
  askForget: "Alle früheren Fassungen löschen?",
  forget: "Löschen",
  forgotten: "Frühere Fassungen gelöscht",
  entry: "Eintrag",
  deleteAll: "Alle löschen",
  earlierVersions: "Frühere Fassungen",
  hint: "Sie bleiben 90 Tage. Nur du siehst sie.",
  none: "Keine früheren Fassungen",
  noneHint: "Wenn du Titel oder Text änderst, erscheint hier die Fassung davor.",
  until: ({ moment }) => `Bis ${moment}`,
  then: "Damals",
  now: "Jetzt",
};
