import type { words as en } from "../en/on-this-day.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Un día como hoy",
  yearsAgo: ({ count }) =>
    plural(count, { one: "Hace un año", other: `Hace ${number(count)} años` }),
};
