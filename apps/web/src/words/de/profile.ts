import type { words as en } from "../en/profile.ts";

export const words: typeof en = {
  title: "Profil",
  newPicture: "Dein neues Bild ist da",
  askRemovePicture: "Dein Bild entfernen?",
  askRemovePictureHint: "Andere sehen dann deinen Anfangsbuchstaben.",
  remove: "Entfernen",
  removed: "Entfernt",
  pictureHint:
    "Alle, die das Tagebuch nutzen, können dein Bild, deinen Namen und deinen Nutzernamen sehen.",
  changePicture: "Bild ändern",
  choosePicture: "Bild wählen",
  yourPicture: "Dein Bild",
  saved: "Gespeichert",
  handleTaken: "Diesen Nutzernamen hat schon jemand",
  name: "Name",
  handle: "Nutzername",
  handleHint: "Damit erwähnen dich andere. Nimm Buchstaben, Ziffern und Unterstriche.",
  needsNetwork: "Das kannst du speichern, wenn du online bist.",
  save: "Profil speichern",
  colours: "Farben",
  themes: { system: "Wie das Gerät", light: "Hell", dark: "Dunkel" },
  keys: "Tasten",
  keysHint: "Auf einer Tastatur schreibt n, sucht /, und ? zeigt alle Tasten.",
};
