/** What the screen "Your year" says. */
import { plural } from "../../plural.ts";
import { number } from "../../words.ts";

const percent = (share: number) => `${Math.round(share * 100)} %`;
const weekdays = [
  "Mondays",
  "Tuesdays",
  "Wednesdays",
  "Thursdays",
  "Fridays",
  "Saturdays",
  "Sundays",
];

interface Shares {
  value: string;
  share: number;
  otherwise: number;
}

export const words = {
  title: ({ year }: { year: number }) => `Your year ${year}`,
  loading: "Your year",
  years: "Other years",
  yearBefore: ({ year }: { year: number }) => `${year}, the year before`,
  yearAfter: ({ year }: { year: number }) => `${year}, the year after`,
  back: "Journal",
  write: "Write a line",

  kept: ({ at }: { at: string }) => `There is no network. This is your year as of ${at}.`,

  emptyNow: "This year is still a blank page",
  emptyNowText: "One line a day is enough. Every day you write gets a square here.",
  emptyThen: ({ year }: { year: number }) => `Nothing from ${year}`,
  emptyThenText: "You had not begun your journal yet, and that is fine.",

  entries: ({ count }: { count: number }) => plural(count, { one: "entry", other: "entries" }),
  days: ({ count }: { count: number }) =>
    plural(count, { one: "day with an entry", other: "days with an entry" }),
  written: ({ count }: { count: number }) =>
    plural(count, { one: "word written", other: "words written" }),
  goalsDone: ({ count }: { count: number }) =>
    plural(count, { one: "goal done for a day", other: "goals done for a day" }),

  yearTitle: "Each day",
  yearSays: ({ good, even, hard }: { good: number; even: number; hard: number }) =>
    `Good days: ${good}. So-so days: ${even}. Hard days: ${hard}.`,
  yearHint: "Tap a day to see what you wrote. On a keyboard, the arrows move from day to day.",
  addMood: "Give an entry a mood, and its day gets a colour here.",
  tones: { positive: "Good", neutral: "So-so", negative: "Hard" },
  noTone: "Written, without one of these moods",
  legend: "What the squares mean",
  nothing: "nothing written",
  day: ({ date, what }: { date: string; what: string }) => `${date}: ${what}`,
  dayEntries: ({ count }: { count: number }) =>
    plural(count, { one: "1 entry", other: `${number(count)} entries` }),
  dayWords: ({ count }: { count: number }) =>
    plural(count, { one: "1 word", other: `${number(count)} words` }),
  dayGoals: ({ count }: { count: number }) =>
    plural(count, { one: "1 goal done", other: `${number(count)} goals done` }),
  daySleep: ({ hours }: { hours: number }) => `${number(Math.round(hours * 10) / 10)} h of sleep`,
  otherDevice: "Its entries have not come to this device yet.",

  weeksTitle: "Week by week",
  weeksSays: ({ weeks, best }: { weeks: number; best: string }) =>
    plural(weeks, {
      one: `One week. Good days stand above the line, hard days below it.`,
      other: `${weeks} weeks. Good days stand above the line, hard days below it. ` +
        `The week with the most good days begins on ${best}.`,
    }),
  weekOf: ({ date }: { date: string }) => `Week of ${date}`,
  week: "Week",

  togetherTitle: "What goes together",
  togetherHint: "These days go together. Whether one brings the other, you know best.",
  togetherFew:
    "With a few more days and their moods, this shows what your good days have in common.",
  withTag: ({ value, share, otherwise }: Shares) =>
    `You felt good on ${percent(share)} of the days with #${value}, and on ${
      percent(otherwise)
    } of the others.`,
  withGoal: ({ value, share, otherwise }: Shares) =>
    `You felt good on ${percent(share)} of the days when you did “${value}”, and on ${
      percent(otherwise)
    } of the others.`,
  withSleep: ({ value, share, otherwise }: Shares) =>
    `You felt good on ${percent(share)} of the days with ${value} hours of sleep or more, and on ${
      percent(otherwise)
    } of the days with less.`,
  withWeekday: ({ value, share, otherwise }: Shares) =>
    `You felt good on ${percent(share)} of your ${weekdays[Number(value) - 1]}, and on ${
      percent(otherwise)
    } of the other days.`,

  wordsTitle: "Words by month",
  wordsSays: ({ month, count }: { month: string; count: number }) =>
    `You wrote most in ${month}: ${
      plural(count, { one: "1 word", other: `${number(count)} words` })
    }.`,
  month: "Month",
  words: "Words",

  whenTitle: "When you write",
  weekdaysSays: ({ weekday }: { weekday: string }) => `You write most often on ${weekday}.`,
  hoursSays: ({ hour }: { hour: string }) => `You write most often around ${hour}.`,
  weekdaysTitle: "Entries by weekday",
  hoursTitle: "Entries by hour",
  weekday: "Weekday",
  hour: "Hour",
  count: "Entries",
  weekdays,

  oftenTitle: "What you named most",
  moods: "Moods",
  tags: "Tags",
  times: ({ count }: { count: number }) =>
    plural(count, { one: "once", other: `${number(count)} times` }),
};
