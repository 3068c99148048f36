import type { words as en } from "../en/conflict.ts";

export const words: typeof en = {
  kept: {
    mine: "Resta la tua versione",
    theirs: "Resta l'altra versione",
    both: "Restano entrambe le versioni",
  },
  twoVersions: "Due versioni",
  allSorted: "Non resta nulla da scegliere",
  toJournal: "Vai al mio diario",
  notSaved: "Non siamo riusciti a salvarlo",
  notSavedHint: ({ reason }) => `Il servizio dice: ${reason}. Le tue parole sono al sicuro qui.`,
  changedElsewhere:
    "È cambiato su un altro dispositivo mentre scrivevi. Quale versione vuoi tenere?",
  deletedElsewhere: "È stato eliminato su un altro dispositivo mentre scrivevi.",
  yours: "La tua",
  saved: "La versione salvata",
  other: "Dall'altro dispositivo",
  tryMineAgain: "Riprova con la mia",
  keepMine: "Tieni la mia",
  bringMineBack: "Recupera la mia",
  keepOther: "Tieni l'altra",
  letItGo: "Lasciala andare",
  keepBoth: "Tieni entrambe",
};
