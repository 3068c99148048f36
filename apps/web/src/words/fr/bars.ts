import type { words as en } from "../en/bars.ts";

export const words: typeof en = {
  asTable: "Afficher en tableau",
};
