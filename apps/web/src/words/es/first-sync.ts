import type { words as en } from "../en/first-sync.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  fetching: "Trayendo tu diario …",
  missing: ({ count }) =>
    plural(count, {
      one:
        "Tu diario aún está llegando a este dispositivo. Hay 1 entrada, las más antiguas vienen detrás.",
      other: `Tu diario aún está llegando a este dispositivo. Hay ${
        number(count)
      } entradas, las más antiguas vienen detrás.`,
    }),
  waiting: ({ count }) =>
    plural(count, {
      one: "1 entrada de tu diario está en este dispositivo. El resto llega con la conexión.",
      other: `${
        number(count)
      } entradas de tu diario están en este dispositivo. El resto llega con la conexión.`,
    }),
};
