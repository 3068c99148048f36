import type { words as en } from "../en/weekly-review.ts";

export const words: typeof en = {
  title: "Tu semana, cada lunes",
  inApp: "Cuéntame cómo fue mi semana",
  inAppHint: "Un aviso con tus entradas, palabras y días de escritura.",
  byMail: "Envíame mi semana por correo",
  byMailHint: "También nombra tus ánimos más frecuentes. Nunca lleva texto de tus entradas.",
};
