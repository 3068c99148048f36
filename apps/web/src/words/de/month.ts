import type { words as en } from "../en/month.ts";

export const words: typeof en = {
  before: "Der Monat davor",
  after: "Der Monat danach",
};
