import type { words as en } from "../en/entry.ts";

export const words: typeof en = {
  journal: "Journal",
  edit: "Modifier",
  earlierVersions: "Versions précédentes",
  couldNotLoad: "Cette partie de l'appli ne s'est pas chargée. Réessaie.",
  shareLink: "Lien de partage",
  otherEntries: "Autres entrées",
  before: "Avant",
  after: "Après",
  entry: "Entrée",
  textNotShared: "Le texte n'est pas partagé",
  textNotSharedHint: "Tu vois le titre, l'humeur et les étiquettes.",
  askRemovePicture: "Retirer l'image ?",
  askRemovePictureHint: "Tu pourras en demander une autre.",
  remove: "Retirer",
  picture: ({ tone }) => `Une image pour cette entrée : ${tone}`,
  removePicture: "Retirer l'image",
  makingPicture: "Ton image se peint. Ça peut prendre deux minutes …",
  stop: "Arrêter",
  makePictureHint: "Prend environ une minute.",
  makePicture: "Peindre une image de cette entrée",
};
