import type { words as en } from "../en/month.ts";

export const words: typeof en = {
  before: "Il mese prima",
  after: "Il mese dopo",
};
