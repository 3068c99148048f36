import type { words as en } from "../en/time.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  someone: "Jemand",
  stillAwake: "Noch wach",
  goodMorning: "Guten Morgen",
  goodAfternoon: "Guten Tag",
  goodEvening: "Guten Abend",
  today: "Heute",
  tomorrow: "Morgen",
  yesterday: "Gestern",
  days: ({ count }) => plural(count, { one: "1 Tag", other: `${number(count)} Tage` }),
  hours: ({ count }) => `${number(count)} Std.`,
  minutes: ({ count }) => `${number(count)} Min.`,
  seconds: ({ count }) => `${number(count)} Sek.`,
  zone: ({ city }) => `Zeit von ${city}`,
};
