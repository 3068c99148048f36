import type { words as en } from "../en/first-sync.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  fetching: "Ton journal arrive …",
  missing: ({ count }) =>
    plural(count, {
      one: `Ton journal arrive encore sur cet appareil. ${
        number(count)
      } entrée est là, les plus anciennes suivent.`,
      other: `Ton journal arrive encore sur cet appareil. ${
        number(count)
      } entrées sont là, les plus anciennes suivent.`,
    }),
  waiting: ({ count }) =>
    plural(count, {
      one: `${
        number(count)
      } entrée de ton journal est sur cet appareil. Le reste vient avec le réseau.`,
      other: `${
        number(count)
      } entrées de ton journal sont sur cet appareil. Le reste vient avec le réseau.`,
    }),
};
