/** What is said while the first synchronization of a device goes on. */
import { plural } from "../../plural.ts";
import { number } from "../../words.ts";

export const words = {
  fetching: "Fetching your journal …",
  missing: ({ count }: { count: number }) =>
    plural(count, {
      one: "Your journal is still coming to this device. 1 entry is here, older ones follow.",
      other: `Your journal is still coming to this device. ${
        number(count)
      } entries are here, older ones follow.`,
    }),
  waiting: ({ count }: { count: number }) =>
    plural(count, {
      one: "1 entry of your journal is on this device. The rest comes with the network.",
      other: `${
        number(count)
      } entries of your journal are on this device. The rest comes with the network.`,
    }),
};
