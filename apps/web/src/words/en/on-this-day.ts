/** What the card of former years says. */
import { number, plural } from "../../plural.ts";

export const words = {
  title: "On this day",
  yearsAgo: ({ count }: { count: number }) =>
    plural(count, { one: "A year ago", other: `${number(count)} years ago` }),
};
