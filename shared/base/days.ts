/** Days of people, in their zones (IANA). A zone that the runtime does not know counts as UTC. */

function known(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat("sv", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

/** What clocks of a zone show, as milliseconds since 1970 in that zone. */
function clockIn(timeZone: string, at: number): number {
  const shown = new Intl.DateTimeFormat("sv", {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  }).format(at);
  return Date.parse(`${shown.replace(" ", "T")}Z`);
}

/** When a day (`YYYY-MM-DD`) begins in a zone, in ISO 8601. */
export function beginningOf(day: string, zone: string): string {
  const timeZone = known(zone);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // There were no zones, and the format counts the days of early years by another calendar.
  if (day < "1900") return new Date(midnight).toISOString();
  const before = midnight - (clockIn(timeZone, midnight) - midnight);
  // The offset may have changed between the two moments.
  const moment = midnight - (clockIn(timeZone, before) - before);
  // Where clocks go forward at midnight, the day begins at one.
  return new Date(clockIn(timeZone, moment) < midnight ? before : moment).toISOString();
}

/** Today in a zone, as `Friday, 2026-11-27`. */
export function todayIn(zone: string, now = new Date()): string {
  const timeZone = known(zone);
  const weekday = new Intl.DateTimeFormat("en", { timeZone, weekday: "long" }).format(now);
  return `${weekday}, ${new Intl.DateTimeFormat("sv", { timeZone }).format(now)}`;
}
