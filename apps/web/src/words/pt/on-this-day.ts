import type { words as en } from "../en/on-this-day.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Neste dia",
  yearsAgo: ({ count }) => plural(count, { one: "Há um ano", other: `Há ${number(count)} anos` }),
};
