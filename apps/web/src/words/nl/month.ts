import type { words as en } from "../en/month.ts";

export const words: typeof en = {
  before: "De maand ervoor",
  after: "De maand erna",
};
