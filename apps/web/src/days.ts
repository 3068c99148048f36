/**
 * Days by the service's count, in the time zone of the profile, and the own entries by day.
 * `words.ts` writes times by the clock of the device.
 */
import { computed } from "@preact/signals";
import { entries, type OwnEntry, profile } from "./service.ts";
import { dayOf, fullDay, here } from "./words.ts";

const formatIn = (timeZone: string) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });

/** Writes a time as its date. */
const days = computed(() => {
  try {
    return formatIn(profile.value?.timezone ?? here);
  } catch {
    // This browser does not know the zone.
    return formatIn(here);
  }
});

/** `2026-11-21`, of a time. */
export const dateAt = (at: string | Date): string => days.value.format(new Date(at));

export const today = (): string => dateAt(new Date());

export const isToday = (at: string | Date): boolean => dateAt(at) === today();

/** `Saturday 21 November`, of a time; in another year with the year. */
export function dayAt(at: string | Date): string {
  const date = dateAt(at);
  const isThisYear = date.slice(0, 4) === today().slice(0, 4);
  return isThisYear ? dayOf(new Date(`${date}T12:00`)) : fullDay(date);
}

/** Newest first, as the list has them. */
export const entriesByDay = computed(() => {
  const found = new Map<string, OwnEntry[]>();
  for (const entry of entries.value) {
    const day = dateAt(entry.written_at);
    const before = found.get(day);
    before ? before.push(entry) : found.set(day, [entry]);
  }
  return found;
});

/** A date as a number of days, and back. */
const numberOf = (day: string) => Date.parse(day) / 86_400_000;
export const plusDays = (day: string, days: number): string =>
  new Date((numberOf(day) + days) * 86_400_000).toISOString().slice(0, 10);

/** 0 is Monday. */
export const weekday = (day: string): number => ((numberOf(day) + 3) % 7 + 7) % 7;

export const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

/** `2026-03-01`, of numbers that count from 1. */
export const dateIn = (year: number, month: number, day: number): string =>
  [String(year).padStart(4, "0"), ...[month, day].map((each) => String(each).padStart(2, "0"))]
    .join("-");
