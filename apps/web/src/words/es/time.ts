import type { words as en } from "../en/time.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  someone: "Alguien",
  stillAwake: "¿Aún sin dormir?",
  goodMorning: "Buenos días",
  goodAfternoon: "Buenas tardes",
  goodEvening: "Buenas noches",
  today: "Hoy",
  tomorrow: "Mañana",
  yesterday: "Ayer",
  days: ({ count }) => plural(count, { one: "1 día", other: `${number(count)} días` }),
  hours: ({ count }) => `${number(count)} h`,
  minutes: ({ count }) => `${number(count)} min`,
  seconds: ({ count }) => `${number(count)} s`,
  zone: ({ city }) => `hora de ${city}`,
};
