import { words } from "./words";

export const isToday = (moment: string): boolean =>
  new Date(moment).toDateString() === new Date().toDateString();

/** A day in words, such as for an entry without a title. */
export const day = (moment: string): string =>
  new Date(moment).toLocaleDateString(words.common.locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
  });
