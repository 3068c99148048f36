import type { words as en } from "../en/joys.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  joy: "Algo para comemorar",
  journalStreak: ({ count }) =>
    plural(count, { one: `${number(count)} dia seguido`, other: `${number(count)} dias seguidos` }),
  goalStreak: ({ goal, count }) =>
    plural(count, {
      one: `${goal}: ${number(count)} dia seguido`,
      other: `${goal}: ${number(count)} dias seguidos`,
    }),
  streakTexts: {
    7: "Uma semana inteira. A primeira é a mais difícil, e você conseguiu.",
    30: "Um mês inteiro. Isto já faz parte da sua vida.",
    100: "Cem dias. Olhe até onde um dia depois do outro levou você.",
    365: "Um ano inteiro, dia a dia. Pouca gente chega tão longe.",
  },
  streakText: "Um dia depois do outro. Muito bem.",
  newBadge: ({ badge }) => `Uma nova medalha: ${badge}`,
  badgeText: "Teve gente que escreveu porque você deu força. Valeu por isso.",
  toStreaks: "Ver suas sequências",
  toBadges: "Ver suas medalhas",
  lovely: "Que bom",
};
