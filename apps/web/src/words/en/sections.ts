/** The list of sections under Me, and signing out. */
import { number, plural } from "../../plural.ts";

export const words = {
  me: "Me",
  list: "Sections",
  notFound: "Not found",
  nothingHere: "There is nothing at this address",
  groups: {
    you: "You",
    habits: "Habits",
    drops: "Drops and shop",
    connections: "Other apps",
    privacy: "Privacy and data",
  },
  names: {
    profile: "Profile",
    notifications: "Notifications",
    waiting: "To be sent",
    goals: "Goals",
    insights: "Your year",
    streaks: "Streaks",
    reminders: "Reminders",
    balance: "Drops",
    shop: "Shop",
    packs: "Tone packs",
    premium: "Premium",
    music: "Music",
    mail: "Journal by mail",
    calendar: "Calendar",
    connections: "Connections",
    privacy: "Privacy and sign-in",
    links: "Share links",
    data: "Your data",
  },
  connectionsHint: "Programs and assistants that use your journal",
  unread: ({ count }: { count: number }) => `${number(count)} new`,
  active: ({ count }: { count: number }) => `${number(count)} active`,
  administration: "Administration",
  signOut: "Sign out",
  signOutHere: "Sign out of this device",
  askSignOut: "Sign out?",
  signOutHint: "The service keeps your journal. Nothing of it stays on this device.",
  signOutAndLose: "Sign out and lose them",
  loseHint: ({ count }: { count: number }) =>
    plural(count, {
      one: "1 change is not sent yet and will be lost. The service keeps everything else.",
      other: `${
        number(count)
      } changes are not sent yet and will be lost. The service keeps everything else.`,
    }),
};
