import type { words as en } from "../en/completion.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  label: "Suggerimenti",
  offered: ({ count }) =>
    plural(count, {
      one: "1 suggerimento. Tab lo prende, le frecce scelgono.",
      other: `${number(count)} suggerimenti. Tab prende il primo, le frecce scelgono.`,
    }),
};
