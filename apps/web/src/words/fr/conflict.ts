import type { words as en } from "../en/conflict.ts";

export const words: typeof en = {
  kept: {
    mine: "Ta version est gardée",
    theirs: "L'autre version est gardée",
    both: "Les deux versions sont gardées",
  },
  twoVersions: "Deux versions",
  allSorted: "Plus rien à choisir",
  toJournal: "Aller à mon journal",
  notSaved: "On n'a pas pu enregistrer ça",
  notSavedHint: ({ reason }) => `Le service dit : ${reason}. Tes mots sont en sécurité ici.`,
  changedElsewhere:
    "Ceci a changé sur un autre appareil pendant que tu écrivais. Quelle version veux-tu garder ?",
  deletedElsewhere: "Ceci a été supprimé sur un autre appareil pendant que tu écrivais.",
  yours: "La tienne",
  saved: "La version enregistrée",
  other: "De l'autre appareil",
  tryMineAgain: "Réessayer la mienne",
  keepMine: "Garder la mienne",
  bringMineBack: "Récupérer la mienne",
  keepOther: "Garder l'autre",
  letItGo: "Laisser partir",
  keepBoth: "Garder les deux",
};
