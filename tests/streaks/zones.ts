/** Dates and midnights of time zones, without the database. */

/** Milliseconds since 1970. */
export type Time = number;
/** Days since 1970-01-01, a Thursday. */
export type Day = number;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Their clocks do not change at midnight. */
export const ZONES = [
  ...["UTC", "Europe/Berlin", "America/Los_Angeles", "Asia/Tokyo", "Pacific/Auckland"],
  ...["Pacific/Honolulu", "Pacific/Kiritimati"],
];

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/** The lead of a zone's clock over UTC. Clocks change at full hours. */
function offsetAt(zone: string, time: Time): number {
  const hour = Math.floor(time / HOUR) * HOUR;
  const key = `${zone} ${hour}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const format = formats.get(zone) ?? new Intl.DateTimeFormat("sv-SE", {
    ...{ timeZone: zone, dateStyle: "short", timeStyle: "medium" },
  });
  formats.set(zone, format);
  const offset = Date.parse(`${format.format(hour).replace(" ", "T")}Z`) - hour;
  offsets.set(key, offset);
  return offset;
}

export const dayOf = (zone: string, time: Time): Day =>
  Math.floor((time + offsetAt(zone, time)) / DAY);

export function midnight(zone: string, day: Day): Time {
  const guess = day * DAY - offsetAt(zone, day * DAY);
  return day * DAY - offsetAt(zone, guess);
}

export const isoOf = (day: Day) => new Date(day * DAY).toISOString().slice(0, 10);
export const dayOfIso = (iso: string): Day => Date.parse(`${iso}T00:00Z`) / DAY;
/** Monday is 1. */
export const weekdayOf = (day: Day) => (((day + 3) % 7) + 7) % 7 + 1;
export const mondayOf = (day: Day): Day => day + 1 - weekdayOf(day);
