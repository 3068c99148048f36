import type { words as en } from "../en/first-sync.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  fetching: "Dein Tagebuch wird geholt …",
  missing: ({ count }) =>
    plural(count, {
      one: "Dein Tagebuch kommt noch auf dieses Gerät. 1 Eintrag ist da, ältere folgen.",
      other: `Dein Tagebuch kommt noch auf dieses Gerät. ${
        number(count)
      } Einträge sind da, ältere folgen.`,
    }),
  waiting: ({ count }) =>
    plural(count, {
      one: "1 Eintrag deines Tagebuchs ist auf diesem Gerät. Der Rest kommt mit dem Netz.",
      other: `${
        number(count)
      } Einträge deines Tagebuchs sind auf diesem Gerät. Der Rest kommt mit dem Netz.`,
    }),
};
