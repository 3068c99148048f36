import type { words as en } from "../en/month.ts";

export const words: typeof en = {
  before: "El mes anterior",
  after: "El mes siguiente",
};
