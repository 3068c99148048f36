import type { words as en } from "../en/day.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Como você está?",
  sleep: "Como você dormiu?",
  hours: "Horas de sono",
  chooseHours: "Horas",
  quality: "Se você dormiu bem",
  qualityScale: "1 é muito mal, 5 é muito bem",
  qualities: ["Muito mal", "Mal", "Mais ou menos", "Bem", "Muito bem"],
  slept: ({ hours, quality }) =>
    plural(hours, {
      one: `${number(hours)} hora · ${quality}`,
      other: `${number(hours)} horas · ${quality}`,
    }),
  day: "Como foi seu dia?",
  scale: "1 é péssimo, 10 é maravilhoso",
  satisfied: ({ score }) => `${number(score)} de 10`,
  change: "Mudar",
  changeSleep: "Mudar como você dormiu",
  changeDay: "Mudar como foi seu dia",
  saved: "Salvo",
  isGone: "Outro aparelho apagou isto. Responda de novo, por favor.",
};
