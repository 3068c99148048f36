import type { words as en } from "../en/on-this-day.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Ce jour-là",
  yearsAgo: ({ count }) =>
    plural(count, { one: "Il y a un an", other: `Il y a ${number(count)} ans` }),
};
