/** What the first screen says. */
import { number, plural } from "../../plural.ts";

export const words = {
  greeting: ({ greeting, name }: { greeting: string; name: string }) => `${greeting}, ${name}`,
  onYourMind: "What is on your mind?",
  photos: "Photos",
  goals: "Goals",
  allGoals: "All goals",
  newGoal: "New goal",
  whatToDo: "What do you want to do?",
  add: "Add",
  goalToday: ({ title }: { title: string }) => `Today: ${title}`,
  answers: { completed: "Done", partial: "In part", missed: "Missed" },
  noOpenGoals: "No open goals. Time for a new one?",
  written: "Written today",
  waiting: ({ count }: { count: number }) =>
    plural(count, {
      one: "1 change is waiting to be sent",
      other: `${number(count)} changes are waiting to be sent`,
    }),
  streak: ({ count }: { count: number }) =>
    plural(count, { one: "1 day in a row", other: `${number(count)} days in a row` }),
  noStreak: "Write today to begin a streak",
  pausedUntil: ({ date }: { date: string }) => `paused until ${date}`,
  atRisk: "write today to keep it",
  freezes: ({ count }: { count: number }) =>
    plural(count, { one: "1 freeze saved up", other: `${number(count)} freezes saved up` }),
};
