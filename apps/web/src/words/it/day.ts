import type { words as en } from "../en/day.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Come stai?",
  sleep: "Come hai dormito?",
  hours: "Ore di sonno",
  chooseHours: "Ore",
  quality: "Quanto bene hai dormito",
  qualityScale: "1 è molto male, 5 è molto bene",
  qualities: ["Molto male", "Male", "Così così", "Bene", "Molto bene"],
  slept: ({ hours, quality }) =>
    plural(hours, { one: `1 ora · ${quality}`, other: `${number(hours)} ore · ${quality}` }),
  day: "Com'è andata la giornata?",
  scale: "1 è terribile, 10 è meravigliosa",
  satisfied: ({ score }) => `${number(score)} su 10`,
  change: "Cambia",
  changeSleep: "Cambia come hai dormito",
  changeDay: "Cambia com'è andata la giornata",
  saved: "Salvato",
  isGone: "Un altro dispositivo l'ha eliminato. Rispondi di nuovo.",
};
