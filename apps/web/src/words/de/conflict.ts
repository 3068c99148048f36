import type { words as en } from "../en/conflict.ts";

export const words: typeof en = {
  kept: {
    mine: "Deine Fassung bleibt",
    theirs: "Die andere Fassung bleibt",
    both: "Beide Fassungen bleiben",
  },
  twoVersions: "Zwei Fassungen",
  allSorted: "Nichts mehr zu wählen",
  toJournal: "Zu meinem Tagebuch",
  notSaved: "Das konnten wir nicht speichern",
  notSavedHint: ({ reason }) => `Der Dienst sagt: ${reason}. Deine Worte sind hier sicher.`,
  changedElsewhere:
    "Das wurde auf einem anderen Gerät geändert, während du geschrieben hast. Welche Fassung möchtest du behalten?",
  deletedElsewhere: "Das wurde auf einem anderen Gerät gelöscht, während du geschrieben hast.",
  yours: "Deine",
  saved: "Die gespeicherte Fassung",
  other: "Vom anderen Gerät",
  tryMineAgain: "Meine noch einmal versuchen",
  keepMine: "Meine behalten",
  bringMineBack: "Meine zurückholen",
  keepOther: "Die andere behalten",
  letItGo: "Loslassen",
  keepBoth: "Beide behalten",
};
