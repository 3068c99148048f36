/** What the goals at the place Me say. */
import { number, plural } from "../../plural.ts";

export const words = {
  title: "Goals",
  goal: "Goal",
  newGoal: "New goal",
  add: "Add",
  none: "No goals yet",
  noneText: "Add one thing you want to do. You are asked once a day, on the first screen.",
  gone: "This goal is not there any more",
  states: {
    active: "Active",
    paused: "Paused",
    completed: "Reached",
    abandoned: "Given up",
  },
  reachedOn: ({ date }: { date: string }) => `Reached ${date}`,
  until: ({ date }: { date: string }) => `Until ${date}`,
  doneOn: ({ count }: { count: number }) =>
    plural(count, { one: "Done on 1 day", other: `Done on ${number(count)} days` }),

  today: "Today",
  todayOf: ({ goal }: { goal: string }) => `Today: ${goal}`,
  answers: { completed: "Done", partial: "In part", missed: "Missed" },
  doneToday: ({ count }: { count: number }) =>
    plural(count, {
      one: "Done. Your first time this week.",
      other: `Done, on ${number(count)} days this week. Well done.`,
    }),
  partToday: "A part of it counts too.",
  missedToday: "That is all right. Tomorrow is a new day.",
  reach: "I have reached it",
  reached: "You have reached your goal. Be proud of it.",
  again: "Take it up again",
  takenUp: "It is asked about again",

  calendar: "Days",
  onDay: {
    completed: "done",
    partial: "done in part",
    missed: "missed",
  },
  nothingOn: "No check-in on this day.",

  weeks: "Week by week",
  week: "Week",
  weekOf: ({ date }: { date: string }) => `Week of ${date}`,
  weeksSays: ({ weeks, rate }: { weeks: number; rate: number }) =>
    plural(weeks, {
      one: `Done on ${number(rate)} of 7 days this week.`,
      other: `In the last ${weeks} weeks, done on ${number(rate)} of 7 days on average.`,
    }),

  checkIns: "Check-ins",
  edit: "Edit",
  why: "Why, and how",
  untilField: "Until (optional)",
  state: "State",
  stateHint: "Only active goals are asked about each day.",
  saved: "Saved",
  savedHere: "Saved on this device",
  deleted: "Deleted",
  askDelete: ({ goal }: { goal: string }) => `Delete “${goal}”?`,
  askDeleteText: "Its check-ins go with it, on all devices.",
};
