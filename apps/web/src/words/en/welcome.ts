/** The questions of the first minutes, and what is offered after the first entry. */
export const words = {
  label: "Your first steps",
  progress: ({ step, of }: { step: number; of: number }) => `Step ${step} of ${of}`,
  skip: "Skip",
  skipAll: "Skip all of this",
  name: {
    title: "What shall we call you?",
    field: "Your name",
    hint: "Your friends see it. A first name is enough.",
    next: "Go on",
  },
  goal: {
    title: "Is there one thing you want to do?",
    text: "We ask once a day how it went. Small is good: ten minutes outside, a page of a book.",
    field: "What I want to do",
    next: "Make it my goal",
    none: "No goal for now",
  },
  reminder: {
    title: "Shall we remind you to write?",
    text: "Once a day, and never on a day on which you have written.",
    field: "Remind me at",
    next: "Remind me",
    none: "No reminder",
  },
  moods: {
    title: "May AI find the mood of your entries?",
    text:
      "Your text then goes to the AI provider, without your name, and comes back as a word such " +
      "as “hopeful”. A mood you choose yourself always stays. You can change your mind under Me, " +
      "Privacy.",
    yes: "Yes, find it",
    no: "No, thanks",
  },
  write: {
    title: "Write your first sentence",
    text: "One is enough. Only you see it.",
    field: "What is on your mind?",
    next: "Keep it",
    later: "Later",
    saved: "Your first page is here",
  },
  friend: {
    title: "Who may cheer you on?",
    text: "Invite one friend. They see what you choose to share, and cheer for it.",
    next: "Make a link for a friend",
    later: "Later",
    done: "Done",
  },
  push: {
    title: "Reminders and cheers on this device",
    text: "They come even when the journal is closed.",
    act: "Turn on notifications",
    done: "Notifications are on",
    refused: "The browser did not allow notifications.",
  },
  install: {
    title: "Keep the journal at hand",
    text: "As an app, with an icon of its own. It opens without a network too.",
    onApple: "Tap Share in the browser, then “Add to Home Screen”.",
    act: "Install the app",
  },
  notNow: "Not now",
};
