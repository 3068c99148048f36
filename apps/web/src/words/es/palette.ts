import type { words as en } from "../en/palette.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "¿Qué quieres hacer?",
  field: "Busca una acción, un lugar, una entrada o una persona",
  groups: {
    acts: "Hacer",
    places: "Ir a",
    entries: "Entradas",
    people: "Gente",
    settings: "Ajustes",
  },
  acts: {
    write: "Escribir una entrada",
    goal: "Añadir una meta",
    reminder: "Añadir un recordatorio",
    cheer: "Enviar ánimos",
    notifications: "Leer mis avisos",
    search: ({ text }) => `Buscar «${text}» en el diario`,
  },
  found: ({ count }) =>
    plural(count, { one: "1 cosa encontrada", other: `${number(count)} cosas encontradas` }),
  nothing: "No se ha encontrado nada",
};
