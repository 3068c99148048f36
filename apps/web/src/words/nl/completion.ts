import type { words as en } from "../en/completion.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  label: "Suggesties",
  offered: ({ count }) =>
    plural(count, {
      one: "1 suggestie. Tab neemt hem, de pijlen kiezen.",
      other: `${number(count)} suggesties. Tab neemt de eerste, de pijlen kiezen.`,
    }),
};
