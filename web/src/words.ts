/** Dates and names as people read them. */
const day = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long" });
const short = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const year = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const time = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  hour12: false,
});

export const dayOf = (date: Date): string => day.format(date);
export const isToday = (at: string): boolean =>
  new Date(at).toDateString() === new Date().toDateString();

/** `14:05`, `21 Nov` or `21 Nov 2025`: as much as one needs. */
export function moment(at: string): string {
  const date = new Date(at);
  if (isToday(at)) return time.format(date);
  return (date.getFullYear() === new Date().getFullYear() ? short : year).format(date);
}

export const fullMoment = (at: string): string =>
  `${dayOf(new Date(at))}, ${time.format(new Date(at))}`;

export const nameOf = (
  { full_name, handle }: { full_name: string | null; handle: string },
): string => full_name || `@${handle}`;

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

export function greeting(): string {
  const hour = new Date().getHours();
  return hour < 5
    ? "Still awake"
    : hour < 12
    ? "Good morning"
    : hour < 18
    ? "Good afternoon"
    : "Good evening";
}
