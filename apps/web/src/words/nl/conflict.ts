import type { words as en } from "../en/conflict.ts";

export const words: typeof en = {
  kept: {
    mine: "Jouw versie blijft",
    theirs: "De andere versie blijft",
    both: "Beide versies blijven",
  },
  twoVersions: "Twee versies",
  allSorted: "Niets meer te kiezen",
  toJournal: "Naar mijn dagboek",
  notSaved: "Dit konden we niet bewaren",
  notSavedHint: ({ reason }) => `De dienst zegt: ${reason}. Je woorden zijn hier veilig.`,
  changedElsewhere:
    "Dit is op een ander apparaat gewijzigd terwijl je schreef. Welke versie wil je houden?",
  deletedElsewhere: "Dit is op een ander apparaat verwijderd terwijl je schreef.",
  yours: "Die van jou",
  saved: "De bewaarde versie",
  other: "Van het andere apparaat",
  tryMineAgain: "De mijne nog eens proberen",
  keepMine: "De mijne houden",
  bringMineBack: "De mijne terughalen",
  keepOther: "De andere houden",
  letItGo: "Laten gaan",
  keepBoth: "Beide houden",
};
