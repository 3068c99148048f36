import type { words as en } from "../en/completion.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  label: "Sugerencias",
  offered: ({ count }) =>
    plural(count, {
      one: "1 sugerencia. Tab la acepta, las flechas eligen.",
      other: `${number(count)} sugerencias. Tab acepta la primera, las flechas eligen.`,
    }),
};
