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
    "Hai scritto qui anche altrove. Tutto è unito tranne le parole evidenziate. Quali vuoi tenere?",
  audienceElsewhere: "Anche altrove hai cambiato chi vede questo. Chi può vederlo?",
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
  joinedWith: {
    device: "Unito con quello che hai scritto su un altro dispositivo",
    window: "Unito con quello che hai scritto in un'altra finestra",
  },
  showBoth: "Mostra entrambe",
  gotIt: "Ho capito",
  bothVersions: "Entrambe le versioni",
  bothHint: "La tua voce contiene le parole di entrambe. Puoi anche tornare a una di esse.",
  otherWindow: "Dall'altra finestra",
};
