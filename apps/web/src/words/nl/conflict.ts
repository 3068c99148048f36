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
    "Je schreef hier ook ergens anders. Alles is samengevoegd, behalve de gemarkeerde woorden. Welke wil je houden?",
  audienceElsewhere: "Je hebt ook ergens anders gewijzigd wie dit ziet. Wie mag het zien?",
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
  joinedWith: {
    device: "Samengevoegd met wat je op een ander apparaat schreef",
    window: "Samengevoegd met wat je in een ander venster schreef",
  },
  showBoth: "Beide tonen",
  gotIt: "Begrepen",
  bothVersions: "Beide versies",
  bothHint: "Je bericht bevat de woorden van beide. Je kunt ook terug naar een van de twee.",
  otherWindow: "Uit het andere venster",
};
