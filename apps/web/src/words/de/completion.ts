import type { words as en } from "../en/completion.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  label: "Vorschläge",
  offered: ({ count }) =>
    plural(count, {
      one: "1 Vorschlag. Tab nimmt ihn, die Pfeiltasten wählen.",
      other: `${number(count)} Vorschläge. Tab nimmt den ersten, die Pfeiltasten wählen.`,
    }),
};
