import type { words as en } from "../en/time.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  someone: "Quelqu’un",
  stillAwake: "Encore debout ?",
  goodMorning: "Bonjour",
  goodAfternoon: "Bon après-midi",
  goodEvening: "Bonsoir",
  today: "Aujourd'hui",
  tomorrow: "Demain",
  yesterday: "Hier",
  days: ({ count }) =>
    plural(count, { one: `${number(count)} jour`, other: `${number(count)} jours` }),
  hours: ({ count }) => `${number(count)} h`,
  minutes: ({ count }) => `${number(count)} min`,
  seconds: ({ count }) => `${number(count)} s`,
  zone: ({ city }) => `heure de ${city}`,
};
