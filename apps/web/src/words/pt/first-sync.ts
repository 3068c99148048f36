import type { words as en } from "../en/first-sync.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  fetching: "Buscando seu diário …",
  missing: ({ count }) =>
    plural(count, {
      one: `Seu diário ainda está chegando a este aparelho. ${
        number(count)
      } registro já chegou, os mais antigos vêm depois.`,
      other: `Seu diário ainda está chegando a este aparelho. ${
        number(count)
      } registros já chegaram, os mais antigos vêm depois.`,
    }),
  waiting: ({ count }) =>
    plural(count, {
      one: `${
        number(count)
      } registro do seu diário está neste aparelho. O resto vem com a conexão.`,
      other: `${
        number(count)
      } registros do seu diário estão neste aparelho. O resto vem com a conexão.`,
    }),
};
