import type { words as en } from "../en/palette.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "O que você quer fazer?",
  field: "Encontre uma ação, um lugar, um registro ou uma pessoa",
  groups: {
    acts: "Fazer",
    places: "Ir para",
    entries: "Registros",
    people: "Pessoas",
    settings: "Ajustes",
  },
  acts: {
    write: "Escrever um registro",
    goal: "Adicionar uma meta",
    reminder: "Adicionar um lembrete",
    cheer: "Enviar uma força",
    notifications: "Ler meus avisos",
    search: ({ text }) => `Buscar “${text}” no diário`,
  },
  found: ({ count }) =>
    plural(count, {
      one: `${number(count)} coisa encontrada`,
      other: `${number(count)} coisas encontradas`,
    }),
  nothing: "Nada encontrado",
};
