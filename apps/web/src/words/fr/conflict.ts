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
    "Tu as aussi écrit ici ailleurs. Tout est réuni, sauf les mots marqués. Lesquels veux-tu garder ?",
  audienceElsewhere: "Tu as aussi changé ailleurs qui voit ceci. Qui peut le voir ?",
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
  joinedWith: {
    device: "Réuni avec ce que tu as écrit sur un autre appareil",
    window: "Réuni avec ce que tu as écrit dans une autre fenêtre",
  },
  showBoth: "Voir les deux",
  gotIt: "Compris",
  bothVersions: "Les deux versions",
  bothHint: "Ton entrée contient les mots des deux. Tu peux aussi revenir à l'une d'elles.",
  otherWindow: "De l'autre fenêtre",
};
