import type { words as en } from "../en/insights.ts";
import { number, plural } from "../../plural.ts";
import { percent } from "../../words.ts";

const weekdays = [
  "los lunes",
  "los martes",
  "los miércoles",
  "los jueves",
  "los viernes",
  "los sábados",
  "los domingos",
];

export const words: typeof en = {
  title: ({ year }) => `Tu año ${year}`,
  loading: "Tu año",
  years: "Otros años",
  yearBefore: ({ year }) => `${year}, el año anterior`,
  yearAfter: ({ year }) => `${year}, el año siguiente`,
  back: "Diario",
  write: "Escribir una línea",
  kept: ({ at }) => `No hay conexión. Así estaba tu año: ${at}.`,
  emptyNow: "Este año es aún una página en blanco",
  emptyNowText: "Basta una línea al día. Cada día que escribas tiene aquí su cuadrito.",
  emptyThen: ({ year }) => `Nada de ${year}`,
  emptyThenText: "Aún no habías empezado tu diario, y no pasa nada.",
  entries: ({ count }) => plural(count, { one: "entrada", other: "entradas" }),
  days: ({ count }) => plural(count, { one: "día con entrada", other: "días con entrada" }),
  written: ({ count }) => plural(count, { one: "palabra escrita", other: "palabras escritas" }),
  goalsDone: ({ count }) =>
    plural(count, { one: "meta hecha en un día", other: "metas hechas en un día" }),
  yearTitle: "Cada día",
  yearSays: ({ good, even, hard }) =>
    `Días buenos: ${number(good)}. Días normales: ${number(even)}. Días difíciles: ${
      number(hard)
    }.`,
  yearHint:
    "Toca un día para ver lo que escribiste. Con el teclado, las flechas van de día en día.",
  addMood: "Dale un ánimo a una entrada y su día tendrá aquí un color.",
  tones: { positive: "Bueno", neutral: "Normal", negative: "Difícil" },
  noTone: "Escrito, sin uno de estos ánimos",
  legend: "Qué significan los cuadritos",
  nothing: "nada escrito",
  day: ({ date, what }) => `${date}: ${what}`,
  dayEntries: ({ count }) =>
    plural(count, { one: "1 entrada", other: `${number(count)} entradas` }),
  dayWords: ({ count }) => plural(count, { one: "1 palabra", other: `${number(count)} palabras` }),
  dayGoals: ({ count }) =>
    plural(count, { one: "1 meta hecha", other: `${number(count)} metas hechas` }),
  daySleep: ({ hours }) => `${number(Math.round(hours * 10) / 10)} h de sueño`,
  otherDevice: "Sus entradas aún no han llegado a este dispositivo.",
  weeksTitle: "Semana a semana",
  weeksSays: ({ weeks, best }) =>
    plural(weeks, {
      one: "Una semana. Los días buenos están sobre la línea, los difíciles debajo.",
      other: `${
        number(weeks)
      } semanas. Los días buenos están sobre la línea, los difíciles debajo. La semana con más días buenos empieza el ${best}.`,
    }),
  weekOf: ({ date }) => `Semana del ${date}`,
  week: "Semana",
  togetherTitle: "Lo que va junto",
  togetherHint: "Estos días coinciden. Si una cosa trae la otra, tú lo sabes mejor.",
  togetherFew: "Con unos días y ánimos más, aquí verás qué tienen en común tus días buenos.",
  withTag: ({ value, share, otherwise }) =>
    `Te sentiste bien el ${percent(share)} de los días con #${value}, y el ${
      percent(otherwise)
    } de los demás.`,
  withGoal: ({ value, share, otherwise }) =>
    `Te sentiste bien el ${percent(share)} de los días en que hiciste «${value}», y el ${
      percent(otherwise)
    } de los demás.`,
  withSleep: ({ value, share, otherwise }) =>
    `Te sentiste bien el ${percent(share)} de los días con ${value} horas de sueño o más, y el ${
      percent(otherwise)
    } de los días con menos.`,
  withWeekday: ({ value, share, otherwise }) =>
    `De todos ${weekdays[Number(value) - 1]}, te sentiste bien el ${
      percent(share)
    }, y de los demás días el ${percent(otherwise)}.`,
  wordsTitle: "Palabras por mes",
  wordsSays: ({ month, count }) =>
    plural(count, {
      one: `Cuando más escribiste fue en ${month}: 1 palabra.`,
      other: `Cuando más escribiste fue en ${month}: ${number(count)} palabras.`,
    }),
  month: "Mes",
  words: "Palabras",
  whenTitle: "Cuándo escribes",
  weekdaysSays: ({ weekday }) => `Escribes más a menudo ${weekday}.`,
  hoursSays: ({ hour }) => `Escribes más a menudo hacia las ${hour}.`,
  weekdaysTitle: "Entradas por día de la semana",
  hoursTitle: "Entradas por hora",
  weekday: "Día de la semana",
  hour: "Hora",
  count: "Entradas",
  weekdays,
  oftenTitle: "Lo que más nombras",
  moods: "Ánimos",
  tags: "Etiquetas",
  times: ({ count }) => plural(count, { one: "una vez", other: `${number(count)} veces` }),
};
