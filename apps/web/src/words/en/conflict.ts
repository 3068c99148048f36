export const words = {
  kept: {
    mine: "Your version is kept",
    theirs: "The other version is kept",
    both: "Both versions are kept",
  },
  twoVersions: "Two versions",
  allSorted: "Nothing left to choose",
  toJournal: "Go to my journal",
  notSaved: "We could not save this",
  notSavedHint: ({ reason }: { reason: string }) =>
    `The service says: ${reason}. Your words are safe here.`,
  changedElsewhere:
    "This was changed on another device while you were writing. Which version do you want to keep?",
  deletedElsewhere: "This was deleted on another device while you were writing.",
  yours: "Yours",
  saved: "The saved version",
  other: "From the other device",
  tryMineAgain: "Try mine again",
  keepMine: "Keep mine",
  bringMineBack: "Bring mine back",
  keepOther: "Keep the other one",
  letItGo: "Let it go",
  keepBoth: "Keep both",
};
