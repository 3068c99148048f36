/** What a newcomer has not tried yet. */
export const words = {
  title: "What else is here",
  goals: {
    name: "Goals",
    text: "Name one thing you want to do. We ask once a day how it went.",
    act: "New goal",
  },
  window: {
    name: "Workout window",
    text: "Two hours a day that you keep free to move. People before and after you do the same.",
    act: "Set your window",
  },
  cheers: {
    name: "Cheers",
    text: "A friend reads what you share, and cheers you on.",
    act: "Invite a friend",
  },
};
