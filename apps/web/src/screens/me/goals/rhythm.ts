/** The days on which a goal is due, and the amount of it on a day. */
import type { Kinds } from "@journal/client";
import { dateAt, plusDays, weekday } from "../../../days.ts";
import { number } from "../../../plural.ts";
import { checkIns } from "../../../service.ts";
import { words } from "../../../words/goals.ts";

export type Goal = Kinds["goals"];
export type CheckIn = Kinds["goal_check_ins"];
export type Schedule = Goal["schedule"];
export type Measure = NonNullable<Goal["measure"]>;

export const everyDay = [1, 2, 3, 4, 5, 6, 7];

export const mondayOf = (day: string) => plusDays(day, -weekday(day));
export const weekOf = (monday: string) => everyDay.map((day) => plusDays(monday, day - 1));

/** Whether the goal is asked about on a day. */
export const isDue = ({ schedule }: Goal, day: string): boolean =>
  schedule?.kind !== "weekdays" || schedule.days.includes(weekday(day) + 1);

/** The first day of a goal: it was set then, or has a check-in of a day before. */
export const firstDayOf = ({ id, written_at }: Goal, all = checkIns.value): string =>
  all.filter(({ goal_id }) => goal_id === id)
    .map((each) => dateAt(each.written_at))
    .reduce((first, day) => day < first ? day : first, dateAt(written_at));

/** The check-ins of a goal on a day, newest first. */
export const checkInsOn = ({ id }: Goal, day: string, all = checkIns.value): CheckIn[] =>
  all.filter((each) => each.goal_id === id && dateAt(each.written_at) === day);

/** The sum of the amounts of a day; null without an amount. */
export function amountOf(these: CheckIn[]): number | null {
  const amounts = these.flatMap(({ amount }) => amount ?? []);
  return amounts.length ? rounded(amounts.reduce((sum, each) => sum + each, 0)) : null;
}

export const rounded = (amount: number) => Math.round(100 * amount) / 100;

/** The status that the service derives from the amount of a day. */
export const statusBy = ({ target, direction }: Measure, amount: number): CheckIn["status"] =>
  direction === "at_most"
    ? (amount <= target ? "completed" : "missed")
    : amount >= target
    ? "completed"
    : amount > 0
    ? "partial"
    : "missed";

/** How a day went: of the newest check-in, or by the amounts where the service has not said it. */
export function answerOf({ measure }: Goal, these: CheckIn[]): CheckIn["status"] | undefined {
  const [newest] = these;
  const amount = amountOf(these);
  return newest?.status ?? (measure && amount !== null ? statusBy(measure, amount) : undefined);
}

/** By how much a tap changes an amount: about an eighth of the target, as a round number. */
export function stepOf({ target }: Measure): number {
  if (target <= 10) return Number.isInteger(target) ? 1 : 0.5;
  const power = 10 ** Math.floor(Math.log10(target / 8));
  return [5, 2.5, 2, 1].map((each) => each * power).find((step) => step <= target / 8)!;
}

/** "3 of 8 glasses" */
export const amountSays = ({ unit, target, direction }: Measure, amount: number): string =>
  words.amountOf[direction]({ amount: number(amount), target: number(target), unit });
