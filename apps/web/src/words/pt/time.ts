import type { words as en } from "../en/time.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  someone: "Alguém",
  stillAwake: "Ainda sem dormir?",
  goodMorning: "Bom dia",
  goodAfternoon: "Boa tarde",
  goodEvening: "Boa noite",
  today: "Hoje",
  tomorrow: "Amanhã",
  yesterday: "Ontem",
  days: ({ count }) =>
    plural(count, { one: `${number(count)} dia`, other: `${number(count)} dias` }),
  hours: ({ count }) => `${number(count)} h`,
  minutes: ({ count }) => `${number(count)} min`,
  seconds: ({ count }) => `${number(count)} s`,
  zone: ({ city }) => `hora de ${city}`,
};
