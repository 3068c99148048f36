import type { words as en } from "../en/on-this-day.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "An diesem Tag",
  yearsAgo: ({ count }) =>
    plural(count, { one: "Vor einem Jahr", other: `Vor ${number(count)} Jahren` }),
};
