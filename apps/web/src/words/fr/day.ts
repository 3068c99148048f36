import type { words as en } from "../en/day.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Comment vas-tu ?",
  sleep: "Comment as-tu dormi ?",
  hours: "Heures de sommeil",
  chooseHours: "Heures",
  quality: "Si tu as bien dormi",
  qualityScale: "1, c'est très mal, 5, c'est très bien",
  qualities: ["Très mal", "Mal", "Moyen", "Bien", "Très bien"],
  slept: ({ hours, quality }) =>
    plural(hours, {
      one: `${number(hours)} heure · ${quality}`,
      other: `${number(hours)} heures · ${quality}`,
    }),
  day: "Comment était ta journée ?",
  scale: "1, c'est affreux, 10, c'est magnifique",
  satisfied: ({ score }) => `${number(score)} sur 10`,
  change: "Changer",
  changeSleep: "Changer comment tu as dormi",
  changeDay: "Changer comment était ta journée",
  saved: "Enregistré",
  isGone: "Un autre appareil a supprimé ça. Réponds encore une fois.",
};
