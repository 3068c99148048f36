/** What is offered while somebody writes `@` or `#`. */
import { plural } from "../../plural.ts";

export const words = {
  label: "Suggestions",
  offered: ({ count }: { count: number }) =>
    plural(count, {
      one: "1 suggestion. Tab takes it, the arrow keys choose.",
      other: `${count} suggestions. Tab takes the first, the arrow keys choose.`,
    }),
};
