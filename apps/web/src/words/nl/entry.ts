import type { words as en } from "../en/entry.ts";

export const words: typeof en = {
  journal: "Dagboek",
  edit: "Wijzigen",
  earlierVersions: "Eerdere versies",
  couldNotLoad: "Dit deel van de app is niet geladen. Probeer het nog eens.",
  shareLink: "Deellink",
  otherEntries: "Andere stukjes",
  before: "Ervoor",
  after: "Erna",
  entry: "Stukje",
  textNotShared: "De tekst is niet gedeeld",
  textNotSharedHint: "Je ziet de titel, de stemming en de labels.",
  askRemovePicture: "Het beeld weghalen?",
  askRemovePictureHint: "Je kunt een ander laten maken.",
  remove: "Weghalen",
  picture: ({ tone }) => `Een beeld bij dit stukje: ${tone}`,
  removePicture: "Beeld weghalen",
  makingPicture: "Je beeld wordt gemaakt. Dat kan twee minuten duren …",
  stop: "Stop",
  makePictureHint: "Duurt ongeveer een minuut.",
  makePicture: "Een beeld bij dit stukje maken",
};
