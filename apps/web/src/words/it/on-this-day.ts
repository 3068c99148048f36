import type { words as en } from "../en/on-this-day.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "In questo giorno",
  yearsAgo: ({ count }) => plural(count, { one: "Un anno fa", other: `${number(count)} anni fa` }),
};
