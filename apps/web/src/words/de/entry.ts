import type { words as en } from "../en/entry.ts";

export const words: typeof en = {
  journal: "Tagebuch",
  edit: "Ändern",
  earlierVersions: "Frühere Fassungen",
  couldNotLoad: "Dieser Teil der App wurde nicht geladen. Versuch es noch einmal.",
  shareLink: "Freigabelink",
  otherEntries: "Andere Einträge",
  before: "Davor",
  after: "Danach",
  entry: "Eintrag",
  textNotShared: "Der Text ist nicht geteilt",
  textNotSharedHint: "Du siehst den Titel, die Stimmung und die Schlagwörter.",
  askRemovePicture: "Das Bild entfernen?",
  askRemovePictureHint: "Du kannst ein neues malen lassen.",
  remove: "Entfernen",
  picture: ({ tone }) => `Ein Bild zu diesem Eintrag: ${tone}`,
  removePicture: "Bild entfernen",
  makingPicture: "Dein Bild wird gemalt. Das kann zwei Minuten dauern …",
  stop: "Stopp",
  makePictureHint: "Dauert etwa eine Minute.",
  makePicture: "Ein Bild zu diesem Eintrag malen",
};
