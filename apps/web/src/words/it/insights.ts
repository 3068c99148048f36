import type { words as en } from "../en/insights.ts";
import { number, plural } from "../../plural.ts";
import { percent } from "../../words.ts";

const weekdays = [
  "di lunedì",
  "di martedì",
  "di mercoledì",
  "di giovedì",
  "di venerdì",
  "di sabato",
  "di domenica",
];

export const words: typeof en = {
  title: ({ year }) => `Il tuo ${year}`,
  loading: "Il tuo anno",
  years: "Altri anni",
  yearBefore: ({ year }) => `${year}, l'anno prima`,
  yearAfter: ({ year }) => `${year}, l'anno dopo`,
  back: "Diario",
  write: "Scrivi una riga",
  kept: ({ at }) => `Non c'è rete. Il tuo anno era così: ${at}.`,
  emptyNow: "Quest'anno è ancora una pagina bianca",
  emptyNowText: "Basta una riga al giorno. Ogni giorno in cui scrivi ha qui il suo quadratino.",
  emptyThen: ({ year }) => `Niente dal ${year}`,
  emptyThenText: "Non avevi ancora iniziato il tuo diario, e va bene così.",
  entries: ({ count }) => plural(count, { one: "pagina", other: "pagine" }),
  days: ({ count }) =>
    plural(count, { one: "giorno con una pagina", other: "giorni con una pagina" }),
  written: ({ count }) => plural(count, { one: "parola scritta", other: "parole scritte" }),
  goalsDone: ({ count }) =>
    plural(count, { one: "obiettivo del giorno fatto", other: "obiettivi del giorno fatti" }),
  yearTitle: "Ogni giorno",
  yearSays: ({ good, even, hard }) =>
    `Giorni buoni: ${number(good)}. Giorni così così: ${number(even)}. Giorni duri: ${
      number(hard)
    }.`,
  yearHint:
    "Tocca un giorno per vedere cosa hai scritto. Con la tastiera, le frecce vanno di giorno in giorno.",
  addMood: "Dai un umore a una pagina, e il suo giorno prende qui un colore.",
  tones: { positive: "Buono", neutral: "Così così", negative: "Duro" },
  noTone: "Scritto, senza uno di questi umori",
  legend: "Cosa dicono i quadratini",
  nothing: "nulla di scritto",
  day: ({ date, what }) => `${date}: ${what}`,
  dayEntries: ({ count }) => plural(count, { one: "1 pagina", other: `${number(count)} pagine` }),
  dayWords: ({ count }) => plural(count, { one: "1 parola", other: `${number(count)} parole` }),
  dayGoals: ({ count }) =>
    plural(count, { one: "1 obiettivo fatto", other: `${number(count)} obiettivi fatti` }),
  daySleep: ({ hours }) => `${number(Math.round(hours * 10) / 10)} h di sonno`,
  otherDevice: "Le sue pagine non sono ancora su questo dispositivo.",
  weeksTitle: "Settimana per settimana",
  weeksSays: ({ weeks, best }) =>
    plural(weeks, {
      one: "Una settimana. I giorni buoni stanno sopra la linea, quelli duri sotto.",
      other: `${
        number(weeks)
      } settimane. I giorni buoni stanno sopra la linea, quelli duri sotto. La settimana con più giorni buoni inizia il ${best}.`,
    }),
  weekOf: ({ date }) => `Settimana del ${date}`,
  week: "Settimana",
  togetherTitle: "Cosa va insieme",
  togetherHint: "Questi giorni vanno insieme. Se l'uno porti l'altro, lo sai meglio tu.",
  togetherFew:
    "Con qualche giorno e umore in più, qui vedrai cosa hanno in comune i tuoi giorni buoni.",
  withTag: ({ value, share, otherwise }) =>
    `Nei giorni con #${value} stavi bene il ${percent(share)} delle volte, negli altri il ${
      percent(otherwise)
    }.`,
  withGoal: ({ value, share, otherwise }) =>
    `Nei giorni in cui hai fatto «${value}» stavi bene il ${
      percent(share)
    } delle volte, negli altri il ${percent(otherwise)}.`,
  withSleep: ({ value, share, otherwise }) =>
    `Nei giorni con almeno ${value} ore di sonno stavi bene il ${
      percent(share)
    } delle volte, in quelli con meno il ${percent(otherwise)}.`,
  withWeekday: ({ value, share, otherwise }) =>
    `Stavi bene il ${percent(share)} delle volte ${
      weekdays[Number(value) - 1]
    }, negli altri giorni il ${percent(otherwise)}.`,
  wordsTitle: "Parole per mese",
  wordsSays: ({ month, count }) =>
    plural(count, {
      one: `Hai scritto di più a ${month}: 1 parola.`,
      other: `Hai scritto di più a ${month}: ${number(count)} parole.`,
    }),
  month: "Mese",
  words: "Parole",
  whenTitle: "Quando scrivi",
  weekdaysSays: ({ weekday }) => `Scrivi più spesso ${weekday}.`,
  hoursSays: ({ hour }) => `Scrivi più spesso verso le ${hour}.`,
  weekdaysTitle: "Pagine per giorno della settimana",
  hoursTitle: "Pagine per ora",
  weekday: "Giorno della settimana",
  hour: "Ora",
  count: "Pagine",
  weekdays,
  oftenTitle: "Quello che nomini di più",
  moods: "Umori",
  tags: "Etichette",
  times: ({ count }) => plural(count, { one: "una volta", other: `${number(count)} volte` }),
};
