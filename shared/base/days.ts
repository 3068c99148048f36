/** Days (`YYYY-MM-DD`), in UTC and in the zones of people (IANA). An unknown zone counts as UTC. */

const DAY_MS = 86_400_000;

/** The day of a moment in UTC; by default today. */
export const utcDay = (at: Date | number = Date.now()): string =>
  new Date(at).toISOString().slice(0, 10);

/** The day so many days after another one. */
export const plusDays = (day: string, days: number): string =>
  utcDay(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);

/**
 * Writes a moment as clocks of a zone show it. The library is loaded here, for 29 kB that few requests
 * need. It finds no beginnings of days: `fromZonedTime` is an hour early where a day begins at one.
 */
async function shownIn(timeZone: string) {
  const { formatInTimeZone } = await import("date-fns-tz");
  return (at: Date | number, format: string): string => {
    try {
      return formatInTimeZone(at, timeZone, format);
    } catch {
      return formatInTimeZone(at, "UTC", format);
    }
  };
}

/** The day of a moment in a zone. */
export const dayIn = async (zone: string, at: Date | number = Date.now()): Promise<string> =>
  (await shownIn(zone))(at, "yyyy-MM-dd");

/** Today in a zone, as `Friday, 2026-11-27`. */
export const todayIn = async (zone: string, now = new Date()): Promise<string> =>
  (await shownIn(zone))(now, "EEEE, yyyy-MM-dd");

/** When a day begins in a zone, in ISO 8601. */
export async function beginningOf(day: string, zone: string): Promise<string> {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // There were no zones.
  if (day < "1900") return new Date(midnight).toISOString();
  const shown = await shownIn(zone);
  /** The local time of the zone at a moment, as milliseconds since 1970. */
  const clock = (at: number) => Date.parse(shown(at, "yyyy-MM-dd'T'HH:mm:ss'Z'"));
  const before = midnight - (clock(midnight) - midnight);
  // The offset may have changed between the two moments.
  const moment = midnight - (clock(before) - before);
  // Where clocks go forward at midnight, the day begins at one.
  return new Date(clock(moment) < midnight ? before : moment).toISOString();
}
