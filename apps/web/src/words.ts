import { locale } from "./language.ts";
import { words } from "./words/time.ts";
import { words as tones } from "./words/tones.ts";

/** Makes a formatter at its first use, because a browser takes long for each. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => made ??= make();
}
const dates = (options: Intl.DateTimeFormatOptions) =>
  once(() => new Intl.DateTimeFormat(locale, options));
const numbers = (options: Intl.NumberFormatOptions) =>
  once(() => new Intl.NumberFormat(locale, options));

/** Dates and names as people read them. */
const day = dates({ weekday: "long", day: "numeric", month: "long" });
const short = dates({ day: "numeric", month: "short" });
const year = dates({ day: "numeric", month: "short", year: "numeric" });
const time = dates({
  hour: "2-digit",
  minute: "2-digit",
  hour12: false,
});

const month = dates({ month: "long", year: "numeric" });

/** `November 2026`. */
export const monthOf = (date: Date): string => month().format(date);

const monthAlone = dates({ month: "short" });

/** `Mar`, of 3. */
export const shortMonth = (month: number): string => monthAlone().format(new Date(2026, month - 1));

const oneLetter = dates({ month: "narrow" });

/** `M`, of 3: where a short name has no room. */
export const monthLetter = (month: number): string => oneLetter().format(new Date(2026, month - 1));

const wholeMonth = dates({ month: "long" });

/** `March`, of 3. */
export const monthName = (month: number): string => wholeMonth().format(new Date(2026, month - 1));

const weekdayAlone = dates({ weekday: "short" });

/** The day with which a week begins: 0 is Monday. */
export const firstWeekday: number =
  ((new Intl.Locale(locale) as { getWeekInfo?(): { firstDay: number } }).getWeekInfo?.().firstDay ??
    1) - 1;

/** `Mon`, of 0. */
export const shortWeekday = (day: number): string =>
  weekdayAlone().format(new Date(2026, 5, 1 + day));

/** `Monday`, of 0. */
export const weekdayName = (day: number): string => weekdayOf(new Date(2026, 5, 1 + day));

const fullDate = dates({ dateStyle: "full" });

/** `Saturday 21 November 2026`, of a date. */
export const fullDay = (date: string): string => fullDate().format(new Date(`${date}T12:00`));

/** `21 Nov` of a date. */
export const shortDay = (date: string): string => short().format(new Date(`${date}T12:00`));

export const dayOf = (date: Date): string => day().format(date);

/** `14:05`, `21 Nov` or `21 Nov 2025`: the parts that a reader needs. */
export function moment(at: string): string {
  const date = new Date(at);
  if (date.toDateString() === new Date().toDateString()) return time().format(date);
  return (date.getFullYear() === new Date().getFullYear() ? short : year)().format(date);
}

/** `Saturday 21 November, 14:05`; in another year with the year. */
export function fullMoment(at: string): string {
  const date = new Date(at);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return `${(isThisYear ? day : fullDate)().format(date)}, ${time().format(date)}`;
}

type Named = { full_name: string | null; handle: string | null };

/** `Someone` for a person whose card the user may not see. */
export const nameOf = (person: Named | null): string =>
  person?.full_name || (person?.handle ? `@${person.handle}` : words.someone);

/** The handle for beside the name; empty where it stands for the name already. */
export const handleOf = ({ full_name, handle }: Named): string =>
  full_name && handle ? `@${handle}` : "";

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

export function greeting(): string {
  const hour = new Date().getHours();
  return hour < 5
    ? words.stillAwake
    : hour < 12
    ? words.goodMorning
    : hour < 18
    ? words.goodAfternoon
    : words.goodEvening;
}

/** `14:05`. */
export const clock = (at: string): string => time().format(new Date(at));

const weekday = dates({ weekday: "long" });

export const weekdayOf = (date: Date): string => weekday().format(date);

/** `Today`, `Tomorrow`, `Monday`, or `21 Nov`. */
export function relativeDay(at: string): string {
  const midnight = (date: Date) => new Date(date).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(new Date(at)) - midnight(new Date())) / 86_400_000);
  if (days === 0) return words.today;
  if (days === 1) return words.tomorrow;
  if (days === -1) return words.yesterday;
  return days > 0 && days < 7 ? weekday().format(new Date(at)) : short().format(new Date(at));
}

/** A length of time: `2 days 3 h`, `2 h 14 min`, `14 min`, `42 s`. */
export function span(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 60) return words.seconds({ count: seconds });
  const minutes = Math.ceil(seconds / 60);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  return [
    days && words.days({ count: days }),
    hours && words.hours({ count: hours }),
    !days && minutes % 60 && words.minutes({ count: minutes % 60 }),
  ].filter(Boolean).join(" ");
}

/** `21 Nov 2026`, of a date with or without a time. */
export const dateOf = (at: string): string =>
  // A date alone would be midnight in Greenwich, which is the day before in America.
  year().format(new Date(at.includes("T") ? at : `${at}T12:00`));

export { number } from "./plural.ts";

const parts = numbers({ style: "percent" });

/** `50%`, of a half. */
export const percent = (value: number): string => parts().format(value);

const names = once(() => new Intl.ListFormat(locale));

/** `Ana, Ben and Cy`. */
export const list = (items: string[]): string => names().format(items);

/** `5.00 €`, of an amount in the currency's smallest unit. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

const [thousands, millions] = ["kilobyte", "megabyte"].map((unit) =>
  numbers({ style: "unit", unit, maximumFractionDigits: 1 })
);

/** `12 kB` or `3.4 MB`, of a number of bytes. */
export const sizeOf = (bytes: number): string =>
  bytes < 1e6 ? thousands!().format(Math.ceil(bytes / 1000)) : millions!().format(bytes / 1e6);

const withSign = numbers({ signDisplay: "exceptZero" });

/** `+30` or `−15`. */
export const signed = (value: number): string => withSign().format(value).replace("-", "−");

/** The time zone of this device. */
export const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `Berlin time`, of `Europe/Berlin`. */
export const zoneName = (zone: string): string =>
  words.zone({ city: zone.split("/").at(-1)!.replaceAll("_", " ") });

/** The name of a mood: a mood that the service knows has its name in the language of the page. */
export function moodName(mood: string): string {
  const known = mood.toLowerCase();
  return Object.hasOwn(tones.names, known) ? tones.names[known as keyof typeof tones.names] : mood;
}
