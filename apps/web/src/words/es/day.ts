import type { words as en } from "../en/day.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "¿Cómo estás?",
  sleep: "¿Cómo has dormido?",
  hours: "Horas de sueño",
  chooseHours: "Horas",
  quality: "Qué tal has dormido",
  qualityScale: "1 es muy mal, 5 es muy bien",
  qualities: ["Muy mal", "Mal", "Regular", "Bien", "Muy bien"],
  slept: ({ hours, quality }) =>
    plural(hours, { one: `1 hora · ${quality}`, other: `${number(hours)} horas · ${quality}` }),
  day: "¿Cómo ha ido tu día?",
  scale: "1 es horrible, 10 es maravilloso",
  satisfied: ({ score }) => `${number(score)} de 10`,
  change: "Cambiar",
  changeSleep: "Cambiar cómo has dormido",
  changeDay: "Cambiar cómo ha ido tu día",
  saved: "Guardado",
  isGone: "Otro dispositivo lo ha borrado. Responde otra vez, por favor.",
};
