import type { words as en } from "../en/calendar.ts";

export const words: typeof en = {
  title: "Calendário",
  back: "Diário",
  goTo: "Ir para um dia",
  nothing: "Você não escreveu nada nesse dia.",
};
