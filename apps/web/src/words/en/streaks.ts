/** What the streaks at the place Me say. */
import { number, plural } from "../../plural.ts";

export const words = {
  title: "Streaks",
  inARow: "Days in a row",
  journal: "Journal",
  writeToday: "Ends today unless you write",
  checkInToday: "Ends today unless you check in",
  lastOn: ({ date }: { date: string }) => `Last on ${date}`,
  notBegun: "Not begun yet",
  days: ({ count }: { count: number }) =>
    plural(count, { one: "1 day", other: `${number(count)} days` }),
  longest: ({ count }: { count: number }) => `longest ${number(count)}`,

  milestones: "Milestones",
  reached: "Reached",
  toGo: ({ count }: { count: number }) =>
    plural(count, { one: "1 day to go", other: `${number(count)} days to go` }),

  calendar: "Your days",
  written: "written",
  frozen: "a freeze kept your streak",
  paused: "paused",
  legend: "What the days mean",
  legendWritten: "Written",
  legendFrozen: "Frozen",
  legendPaused: "Paused",
  nothingOn: "You wrote nothing on this day.",
  frozenOn: "You wrote nothing, and a freeze kept your streak.",
  pausedOn: "Your streaks were paused on this day.",

  freezes: "Freezes",
  held: ({ count }: { count: number }) =>
    plural(count, {
      one: "You hold 1 freeze.",
      other: `You hold ${number(count)} freezes.`,
    }),
  heldNone: "You hold none.",
  explained:
    "A freeze saves your streaks when you miss a day. It works by itself: you do nothing. " +
    "It covers the day for your journal and for all goals with two days in a row or more. " +
    "You can hold two. Write about that day later, and you get the freeze back.",
  savedOn: ({ date }: { date: string }) => `The last one was used on ${date}.`,
  bought: ({ count }: { count: number }) =>
    plural(count, {
      one: "Bought. You have 1 drop left.",
      other: `Bought. You have ${number(count)} drops left.`,
    }),
  buy: ({ count }: { count: number }) =>
    plural(count, { one: "Buy one for 1 drop", other: `Buy one for ${number(count)} drops` }),
  most: "Two is the most.",
  balance: ({ count }: { count: number }) =>
    plural(count, { one: "You have 1 drop.", other: `You have ${number(count)} drops.` }),

  pause: "Pause",
  pausedFor: ({ since, until }: { since: string; until: string }) =>
    `Your streaks are paused from ${since} until ${until}.`,
  pauseText:
    "On a vacation, or ill? A pause holds all your streaks until a date that you choose. " +
    "Days on which you write still count, and you can end it at any time.",
  pausedUntil: ({ until }: { until: string }) => `Paused until ${until}`,
  pauseEnded: "The pause has ended",
  until: "Until",
  untilHint: "The last paused day, up to 90 days ahead",
  changeDate: "Change the date",
  endPause: "End the pause",
};
