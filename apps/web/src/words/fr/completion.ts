import type { words as en } from "../en/completion.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  label: "Suggestions",
  offered: ({ count }) =>
    plural(count, {
      one: `${number(count)} suggestion. Tab la prend, les flèches choisissent.`,
      other: `${number(count)} suggestions. Tab prend la première, les flèches choisissent.`,
    }),
};
