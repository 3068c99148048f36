import type { words as en } from "../en/today.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  greeting: ({ greeting, name }) => `${greeting}, ${name}`,
  onYourMind: "O que está na sua cabeça?",
  photos: "Fotos",
  goals: "Metas",
  allGoals: "Todas as metas",
  newGoal: "Nova meta",
  whatToDo: "O que você quer fazer?",
  add: "Adicionar",
  goalToday: ({ title }) => `Hoje: ${title}`,
  answers: { completed: "Feita", partial: "Em parte", missed: "Não deu" },
  noOpenGoals: "Nenhuma meta aberta. Que tal uma nova?",
  written: "Escrito hoje",
  waiting: ({ count }) =>
    plural(count, {
      one: `${number(count)} mudança espera para ser enviada`,
      other: `${number(count)} mudanças esperam para ser enviadas`,
    }),
  streak: ({ count }) =>
    plural(count, { one: `${number(count)} dia seguido`, other: `${number(count)} dias seguidos` }),
  noStreak: "Escreva hoje para começar uma sequência",
  pausedUntil: ({ date }) => `em pausa até ${date}`,
  atRisk: "escreva hoje para não perdê-la",
  freezes: ({ count }) =>
    plural(count, {
      one: `${number(count)} coringa guardado`,
      other: `${number(count)} coringas guardados`,
    }),
};
