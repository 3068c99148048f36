import type { words as en } from "../en/insights.ts";
import { number, plural } from "../../plural.ts";
import { percent } from "../../words.ts";

const weekdays = ["segundas", "terças", "quartas", "quintas", "sextas", "sábados", "domingos"];

export const words: typeof en = {
  title: ({ year }) => `Seu ano de ${year}`,
  loading: "Seu ano",
  years: "Outros anos",
  yearBefore: ({ year }) => `${year}, o ano anterior`,
  yearAfter: ({ year }) => `${year}, o ano seguinte`,
  back: "Diário",
  write: "Escrever uma linha",
  kept: ({ at }) => `Não há conexão. Seu ano estava assim: ${at}.`,
  emptyNow: "Este ano ainda é uma página em branco",
  emptyNowText: "Uma linha por dia basta. Cada dia em que você escreve ganha um quadradinho aqui.",
  emptyThen: ({ year }) => `Nada de ${year}`,
  emptyThenText: "Você ainda não tinha começado seu diário, e tudo bem.",
  entries: ({ count }) => plural(count, { one: "registro", other: "registros" }),
  days: ({ count }) => plural(count, { one: "dia com registro", other: "dias com registro" }),
  written: ({ count }) => plural(count, { one: "palavra escrita", other: "palavras escritas" }),
  goalsDone: ({ count }) =>
    plural(count, { one: "meta feita em um dia", other: "metas feitas em um dia" }),
  yearTitle: "Cada dia",
  yearSays: ({ good, even, hard }) =>
    `Dias bons: ${number(good)}. Dias normais: ${number(even)}. Dias difíceis: ${number(hard)}.`,
  yearHint: "Toque em um dia para ver o que você escreveu. No teclado, as setas vão de dia em dia.",
  addMood: "Dê um humor a um registro, e o dia ganha uma cor aqui.",
  tones: { positive: "Bom", neutral: "Normal", negative: "Difícil" },
  noTone: "Escrito, sem um desses humores",
  legend: "O que os quadradinhos dizem",
  nothing: "nada escrito",
  day: ({ date, what }) => `${date}: ${what}`,
  dayEntries: ({ count }) =>
    plural(count, { one: `${number(count)} registro`, other: `${number(count)} registros` }),
  dayWords: ({ count }) =>
    plural(count, { one: `${number(count)} palavra`, other: `${number(count)} palavras` }),
  dayGoals: ({ count }) =>
    plural(count, { one: `${number(count)} meta feita`, other: `${number(count)} metas feitas` }),
  daySleep: ({ hours }) => `${number(Math.round(hours * 10) / 10)} h de sono`,
  otherDevice: "Os registros dele ainda não chegaram a este aparelho.",
  weeksTitle: "Semana a semana",
  weeksSays: ({ weeks, best }) =>
    plural(weeks, {
      one: "Uma semana. Os dias bons ficam acima da linha, os difíceis abaixo.",
      other: `${
        number(weeks)
      } semanas. Os dias bons ficam acima da linha, os difíceis abaixo. A semana com mais dias bons começa em ${best}.`,
    }),
  weekOf: ({ date }) => `Semana de ${date}`,
  week: "Semana",
  togetherTitle: "O que anda junto",
  togetherHint: "Estes dias andam juntos. Se um traz o outro, você sabe melhor.",
  togetherFew: "Com mais alguns dias e humores, aqui aparece o que seus dias bons têm em comum.",
  withTag: ({ value, share, otherwise }) =>
    `Você se sentiu bem em ${percent(share)} dos dias com #${value}, e em ${
      percent(otherwise)
    } dos outros.`,
  withGoal: ({ value, share, otherwise }) =>
    `Você se sentiu bem em ${percent(share)} dos dias em que fez “${value}”, e em ${
      percent(otherwise)
    } dos outros.`,
  withSleep: ({ value, share, otherwise }) =>
    `Você se sentiu bem em ${percent(share)} dos dias com ${value} horas de sono ou mais, e em ${
      percent(otherwise)
    } dos dias com menos.`,
  withWeekday: ({ value, share, otherwise }) =>
    `Em dias de ${weekdays[Number(value) - 1]}, você se sentiu bem em ${
      percent(share)
    }, e nos outros dias em ${percent(otherwise)}.`,
  wordsTitle: "Palavras por mês",
  wordsSays: ({ month, count }) =>
    plural(count, {
      one: `Você escreveu mais em ${month}: ${number(count)} palavra.`,
      other: `Você escreveu mais em ${month}: ${number(count)} palavras.`,
    }),
  month: "Mês",
  words: "Palavras",
  whenTitle: "Quando você escreve",
  weekdaysSays: ({ weekday }) => `O dia em que você mais escreve: ${weekday}.`,
  hoursSays: ({ hour }) => `Você escreve mais por volta de ${hour}.`,
  weekdaysTitle: "Registros por dia da semana",
  hoursTitle: "Registros por hora",
  weekday: "Dia da semana",
  hour: "Hora",
  count: "Registros",
  weekdays,
  oftenTitle: "O que você mais menciona",
  moods: "Humores",
  tags: "Etiquetas",
  times: ({ count }) => plural(count, { one: "uma vez", other: `${number(count)} vezes` }),
};
