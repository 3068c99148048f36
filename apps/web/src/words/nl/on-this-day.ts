import type { words as en } from "../en/on-this-day.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Op deze dag",
  yearsAgo: ({ count }) =>
    plural(count, { one: "Een jaar geleden", other: `${number(count)} jaar geleden` }),
};
