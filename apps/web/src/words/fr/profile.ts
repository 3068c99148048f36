import type { words as en } from "../en/profile.ts";

export const words: typeof en = {
  title: "Profil",
  newPicture: "Ta nouvelle image est là",
  askRemovePicture: "Retirer ton image ?",
  askRemovePictureHint: "Les gens verront alors ton initiale.",
  remove: "Retirer",
  removed: "Retirée",
  pictureHint:
    "Tous ceux qui utilisent le journal peuvent voir ton image, ton nom et ton identifiant.",
  changePicture: "Changer l'image",
  choosePicture: "Choisir une image",
  yourPicture: "Ton image",
  saved: "Enregistré",
  handleTaken: "Quelqu'un a déjà cet identifiant",
  name: "Nom",
  handle: "Identifiant",
  handleHint: "On te mentionne avec. Lettres, chiffres et tirets bas.",
  needsNetwork: "Tu pourras enregistrer en ligne.",
  save: "Enregistrer le profil",
  colours: "Couleurs",
  themes: { system: "Comme l'appareil", light: "Clair", dark: "Sombre" },
  keys: "Touches",
  keysHint: "Au clavier, n écrit, / cherche, et ? montre toutes les touches.",
};
