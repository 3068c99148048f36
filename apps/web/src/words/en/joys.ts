/** What is said when a streak has reached a milestone, or a badge is new. */
import { number, plural } from "../../plural.ts";

export const words = {
  joy: "Something to celebrate",
  journalStreak: ({ count }: { count: number }) =>
    plural(count, { one: "1 day in a row", other: `${number(count)} days in a row` }),
  goalStreak: ({ goal, count }: { goal: string; count: number }) =>
    plural(count, {
      one: `${goal}: 1 day in a row`,
      other: `${goal}: ${number(count)} days in a row`,
    }),
  /** By the days of the milestone. */
  streakTexts: {
    7: "A whole week. The first one is the hardest, and you have done it.",
    30: "A whole month. This is a part of your life by now.",
    100: "A hundred days. Look how far one day after the other has carried you.",
    365: "A whole year, day by day. Few people get this far.",
  },
  streakText: "One day after the other. Well done.",
  newBadge: ({ badge }: { badge: string }) => `A new badge: ${badge}`,
  badgeText: "People wrote because you cheered them on. Thank you for that.",
  toStreaks: "See your streaks",
  toBadges: "See your badges",
  lovely: "Lovely",
};
