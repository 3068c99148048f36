import type { words as en } from "../en/time.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  someone: "Iemand",
  stillAwake: "Nog wakker",
  goodMorning: "Goedemorgen",
  goodAfternoon: "Goedemiddag",
  goodEvening: "Goedenavond",
  today: "Vandaag",
  tomorrow: "Morgen",
  yesterday: "Gisteren",
  days: ({ count }) => plural(count, { one: "1 dag", other: `${number(count)} dagen` }),
  hours: ({ count }) => `${number(count)} u`,
  minutes: ({ count }) => `${number(count)} min`,
  seconds: ({ count }) => `${number(count)} s`,
  zone: ({ city }) => `tijd van ${city}`,
};
