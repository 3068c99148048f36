/** What the parts of the workout window are, told at the first visit and where they are shown. */
export const words = {
  title: "How this works",
  parts: {
    window: {
      name: "Window",
      text: "Two hours a day that you keep free to move, read or rest. Check in with a photo.",
    },
    people: {
      name: "Chain",
      text: "The person before you hands you the baton when they check in. You hand it on.",
    },
    team: {
      name: "Battle",
      text: "Each check-in earns a chip for the red or the blue team. The week ends on Sunday.",
    },
    picture: {
      name: "Mosaic",
      text: "One picture of everybody who takes part today.",
    },
  },
  gotIt: "Got it",
  ahead: { red: "Red is ahead", blue: "Blue is ahead", none: "Both teams are level" },
  fight: "Both teams face the same opponent. A team hits harder the more it has checked in.",
  photos: "Photos of your people",
  you: "You",
  photo: "You are in it with your initials.",
  showPhoto: "Show my photo",
  showsPhoto: "Your next photo is in the next picture",
};
