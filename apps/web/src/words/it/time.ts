import type { words as en } from "../en/time.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  someone: "Qualcuno",
  stillAwake: "Ancora in piedi?",
  goodMorning: "Buongiorno",
  goodAfternoon: "Buon pomeriggio",
  goodEvening: "Buonasera",
  today: "Oggi",
  tomorrow: "Domani",
  yesterday: "Ieri",
  days: ({ count }) => plural(count, { one: "1 giorno", other: `${number(count)} giorni` }),
  hours: ({ count }) => `${number(count)} h`,
  minutes: ({ count }) => `${number(count)} min`,
  seconds: ({ count }) => `${number(count)} s`,
  zone: ({ city }) => `ora di ${city}`,
};
