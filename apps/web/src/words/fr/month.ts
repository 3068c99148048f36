import type { words as en } from "../en/month.ts";

export const words: typeof en = {
  before: "Le mois d'avant",
  after: "Le mois d'après",
};
