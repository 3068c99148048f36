import type { words as en } from "../en/entry.ts";

export const words: typeof en = {
  journal: "Diario",
  edit: "Modifica",
  earlierVersions: "Versioni precedenti",
  couldNotLoad: "Questa parte dell'app non si è caricata. Riprova.",
  shareLink: "Link di lettura",
  otherEntries: "Altre pagine",
  before: "Prima",
  after: "Dopo",
  entry: "Pagina",
  textNotShared: "Il testo non è condiviso",
  textNotSharedHint: "Vedi il titolo, l'umore e le etichette.",
  askRemovePicture: "Togliere l'immagine?",
  askRemovePictureHint: "Puoi fartene fare un'altra.",
  remove: "Togli",
  picture: ({ tone }) => `Un'immagine per questa pagina: ${tone}`,
  removePicture: "Togli l'immagine",
  makingPicture: "Dipingo la tua immagine. Possono volerci due minuti …",
  stop: "Ferma",
  makePictureHint: "Ci vuole circa un minuto.",
  makePicture: "Dipingi un'immagine di questa pagina",
};
