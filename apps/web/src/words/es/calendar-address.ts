import type { words as en } from "../en/calendar-address.ts";

export const words: typeof en = {
  title: "Calendario",
  name: "En tu app de calendario",
  text:
    "Da esta dirección a tu app de calendario. Te mostrará las fechas de tus metas abiertas y tus franjas de las próximas dos semanas.",
  calendar: "Mi calendario",
  copyNow: "Cópiala ahora. Solo la ves esta vez, y quien la tenga puede leer tu calendario.",
  address: "Dirección",
  madeAt: ({ date }) => `Creaste una dirección el ${date}. Si creas otra, esa deja de funcionar.`,
  shownOnce: "Solo ves la dirección una vez.",
  make: "Crear una dirección",
  makeNew: "Crear otra dirección",
  end: "Terminar la dirección",
  askEnd: "¿Terminar la dirección?",
  askEndHint: "Tus apps de calendario dejarán de recibir tus metas y franjas.",
  endIt: "Terminar",
  ended: "La dirección ya no funciona",
};
