/** The texts of the app. */
import type { components } from "@journal/client";

type Activity = components["schemas"]["WorkoutActivityType"];

export const words = {
  name: "Journal",
  tabs: {
    today: "Today",
    journal: "Journal",
    chat: "Chat",
    checkIn: "Check in",
  },
  signIn: {
    title: "Welcome back",
    hint: "Write a little every day. Only you see it.",
    email: "E-mail",
    password: "Password",
    act: "Sign in",
    link: "Send me a link instead",
    sent: "A mail with a link is on its way. Open it on this phone.",
    badLink: "This link has expired, or was asked for on another phone. Ask for a new one here.",
  },
  today: {
    greeting: (hour: number, name?: string) =>
      `Good ${hour < 12 ? "morning" : hour < 18 ? "afternoon" : "evening"}${
        name ? `, ${name}` : ""
      }`,
    day: "How is your day?",
    faces: ["Awful", "Not so good", "So-so", "Good", "Wonderful"],
    dayIsGone: "Another device has deleted this. Please answer again.",
    goals: "Your goals today",
    noGoals: "No goals yet. Name one thing you want to do.",
    newGoal: "A new goal",
    addGoal: "Add",
    answers: { completed: "Done", partial: "In part", missed: "Missed" },
    pushes: "Tell me when something happens",
    pushesOn: "This phone tells you when something happens.",
    pushesRefused: "Pushes are off in the settings of this phone.",
    signOut: "Sign out",
    unsent: (count: number) =>
      `${count === 1 ? "1 change has" : `${count} changes have`} not been sent and will be lost.`,
    signOutAnyway: "Sign out and lose them",
  },
  journal: {
    title: "Journal",
    prompt: "What is on your mind?",
    placeholder: "Today …",
    photo: "Add a photo",
    anotherPhoto: "Another photo",
    removePhoto: "Remove the photo",
    photoTooLarge: "This photo is too large. Choose one of at most 10 MB.",
    chosen: "The photo you chose",
    save: "Save entry",
    none: "Your first entry appears here.",
    photos: (count: number) => count === 1 ? "1 photo" : `${count} photos`,
    conflict: "You also changed these words on another device. Yours:",
    joined: "Joined with what you wrote on another device.",
    gotIt: "Got it",
    refused: (reason: string) => `The service did not take this: ${reason}.`,
    keepMine: "Keep mine",
    keepTheirs: "Keep the other",
    forget: "Forget it",
  },
  chat: {
    title: "Your assistant",
    placeholder: "Write to your assistant",
    send: "Send",
    usesAi: "Uses AI.",
    stop: "Stop",
    none: "Ask anything, or tell how your day was.",
    cut: "(stopped)",
    offline: "The assistant answers when there is a network.",
  },
  ai: {
    act: {
      title: "May AI read this?",
      hint:
        "It goes to the AI provider without your name, and nothing else goes with it. AI only gets what you ask it for, where the app says “Uses AI”. You can change your mind any time in the web app, under Me, Privacy.",
      yes: "Yes",
    },
    moods: {
      title: "May AI find the mood of your entries?",
      hint:
        "The text goes to the AI provider without your name, and comes back as a word such as “hopeful”. You can change your mind any time in the web app, under Me, Privacy.",
      yes: "Yes, find it",
    },
    no: "No, thanks",
    reads: {
      none: "AI does not read it when you save.",
      mood: "Uses AI. AI reads it to find its mood.",
      assistant: "Uses AI. AI reads it for the assistant.",
      both: "Uses AI. AI reads it to find its mood and for the assistant.",
    },
  },
  checkIn: {
    title: "Check in",
    none: "You have no workout window yet. Set one in the web app.",
    open: (until: string) => `Your window is open until ${until}`,
    next: (from: string) => `Your window opens at ${from}`,
    done: "You have checked in today. Well done!",
    review: "Your check-in is kept. It counts when somebody has looked at it.",
    missed: "There was no check-in today. Tomorrow is a new day.",
    photo: "Choose a photo",
    camera: "Take a photo",
    send: "Send check-in",
    offline: "The service says whether it counts when there is a network.",
    what: "What did you do?",
    activities: {
      cardio: "Cardio",
      strength: "Strength",
      walk: "Walk",
      meditation: "Meditation",
      reading: "Reading",
      homework: "Homework",
      other: "Something else",
    } satisfies Record<Activity, string>,
  },
  waiting: {
    kept: "The photo is kept on this phone until it is sent.",
    refused: (reason: string) => `The service did not take the photo: ${reason}.`,
    retry: "Try again",
    discard: "Discard",
  },
  state: {
    offline: "No network. What you write is kept on this phone.",
    pending: (count: number) =>
      `${count === 1 ? "1 change waits" : `${count} changes wait`} to be sent`,
    failed: "Not everything could be sent. It is tried again.",
  },
  errors: {
    noNetwork: "There is no network at the moment.",
    other: "Something went wrong. Please try again.",
  },
};
