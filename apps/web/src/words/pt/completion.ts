import type { words as en } from "../en/completion.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  label: "Sugestões",
  offered: ({ count }) =>
    plural(count, {
      one: `${number(count)} sugestão. Tab aceita, as setas escolhem.`,
      other: `${number(count)} sugestões. Tab aceita a primeira, as setas escolhem.`,
    }),
};
