import type { words as en } from "../en/month.ts";

export const words: typeof en = {
  before: "O mês anterior",
  after: "O mês seguinte",
};
