import type { words as en } from "../en/goals.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Metas",
  goal: "Meta",
  newGoal: "Nova meta",
  add: "Adicionar",
  none: "Ainda não há metas",
  noneText:
    "Adicione uma coisa que você quer fazer. Perguntamos uma vez por dia, na primeira tela.",
  gone: "Esta meta não existe mais",
  states: { active: "Ativa", paused: "Em pausa", completed: "Alcançada", abandoned: "Abandonada" },
  reachedOn: ({ date }) => `Alcançada: ${date}`,
  until: ({ date }) => `Até ${date}`,
  doneOn: ({ count }) =>
    plural(count, {
      one: `Feita em ${number(count)} dia`,
      other: `Feita em ${number(count)} dias`,
    }),
  today: "Hoje",
  todayOf: ({ goal }) => `Hoje: ${goal}`,
  answers: { completed: "Feita", partial: "Em parte", missed: "Não deu" },
  doneToday: ({ count }) =>
    plural(count, {
      one: "Feita. A primeira vez nesta semana.",
      other: `Feita, em ${number(count)} dias nesta semana. Muito bem.`,
    }),
  partToday: "Uma parte também conta.",
  missedToday: "Tudo bem. Amanhã é outro dia.",
  reach: "Eu alcancei",
  reached: "Você alcançou sua meta. Que orgulho.",
  again: "Retomar",
  takenUp: "Voltamos a perguntar por ela",
  calendar: "Dias",
  onDay: { completed: "feita", partial: "feita em parte", missed: "não deu" },
  nothingOn: "Sem check-in nesse dia.",
  weeks: "Semana a semana",
  week: "Semana",
  weekOf: ({ date }) => `Semana de ${date}`,
  weeksSays: ({ weeks, rate }) =>
    plural(weeks, {
      one: `Feita em ${number(rate)} de 7 dias nesta semana.`,
      other: `Nas últimas ${number(weeks)} semanas, feita em ${number(rate)} de 7 dias, em média.`,
    }),
  checkIns: "Check-ins",
  edit: "Editar",
  why: "Por quê, e como",
  untilField: "Até (opcional)",
  state: "Estado",
  stateHint: "Só perguntamos todo dia pelas metas ativas.",
  saved: "Salvo",
  savedHere: "Salvo neste aparelho",
  deleted: "Apagado",
  askDelete: ({ goal }) => `Apagar “${goal}”?`,
  askDeleteText: "Os check-ins vão junto, em todos os aparelhos.",
};
