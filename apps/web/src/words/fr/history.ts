import type { words as en } from "../en/history.ts";

export const words: typeof en = {
  restoreHint: "Le titre et le texte reviennent. L'humeur, les étiquettes et qui la voit restent.",
  askRestore: "Revenir à cette version ?",
  restore: "Y revenir",
  restored: "Ta version précédente est de retour",
  forgetHint: "Tu ne pourras pas les récupérer. L'entrée elle-même reste.",
  askForget: "Supprimer toutes les versions précédentes ?",
  forget: "Les supprimer",
  forgotten: "Versions précédentes supprimées",
  entry: "Entrée",
  deleteAll: "Tout supprimer",
  earlierVersions: "Versions précédentes",
  hint: "Gardées 90 jours. Personne d'autre ne les voit.",
  none: "Pas de versions précédentes",
  noneHint: "Quand tu changes le titre ou le texte, la version d'avant apparaît ici.",
  until: ({ moment }) => `Jusqu'à : ${moment}`,
  then: "Avant",
  now: "Maintenant",
};
