import type { words as en } from "../en/first-sync.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  fetching: "Je dagboek komt eraan …",
  missing: ({ count }) =>
    plural(count, {
      one: "Je dagboek komt nog naar dit apparaat. 1 stukje is er, oudere volgen.",
      other: `Je dagboek komt nog naar dit apparaat. ${
        number(count)
      } stukjes zijn er, oudere volgen.`,
    }),
  waiting: ({ count }) =>
    plural(count, {
      one: "1 stukje van je dagboek staat op dit apparaat. De rest komt met het netwerk.",
      other: `${
        number(count)
      } stukjes van je dagboek staan op dit apparaat. De rest komt met het netwerk.`,
    }),
};
