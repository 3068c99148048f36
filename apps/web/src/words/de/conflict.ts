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
    "Du hast hier auch anderswo geschrieben. Alles ist verbunden bis auf die markierten Wörter. Welche möchtest du behalten?",
  audienceElsewhere: "Du hast auch anderswo geändert, wer das sieht. Wer darf es sehen?",
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
  joinedWith: {
    device: "Verbunden mit dem, was du auf einem anderen Gerät geschrieben hast",
    window: "Verbunden mit dem, was du in einem anderen Fenster geschrieben hast",
  },
  showBoth: "Beide zeigen",
  gotIt: "Verstanden",
  bothVersions: "Beide Fassungen",
  bothHint: "Dein Eintrag enthält die Worte von beiden. Du kannst auch zu einer davon zurück.",
  otherWindow: "Aus dem anderen Fenster",
};
