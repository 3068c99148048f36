import type { words as en } from "../en/insights.ts";
import { number, plural } from "../../plural.ts";
import { percent } from "../../words.ts";

const weekdays = [
  "maandagen",
  "dinsdagen",
  "woensdagen",
  "donderdagen",
  "vrijdagen",
  "zaterdagen",
  "zondagen",
];

export const words: typeof en = {
  title: ({ year }) => `Jouw jaar ${year}`,
  loading: "Jouw jaar",
  years: "Andere jaren",
  yearBefore: ({ year }) => `${year}, het jaar ervoor`,
  yearAfter: ({ year }) => `${year}, het jaar erna`,
  back: "Dagboek",
  write: "Een regel schrijven",
  kept: ({ at }) => `Er is geen netwerk. Zo was je jaar: ${at}.`,
  emptyNow: "Dit jaar is nog een leeg blad",
  emptyNowText: "Eén regel per dag is genoeg. Elke dag dat je schrijft, krijgt hier een vakje.",
  emptyThen: ({ year }) => `Niets uit ${year}`,
  emptyThenText: "Je was je dagboek nog niet begonnen, en dat is prima.",
  entries: ({ count }) => plural(count, { one: "stukje", other: "stukjes" }),
  days: ({ count }) => plural(count, { one: "dag met een stukje", other: "dagen met een stukje" }),
  written: ({ count }) => plural(count, { one: "geschreven woord", other: "geschreven woorden" }),
  goalsDone: ({ count }) => plural(count, { one: "dagdoel gedaan", other: "dagdoelen gedaan" }),
  yearTitle: "Elke dag",
  yearSays: ({ good, even, hard }) =>
    `Goede dagen: ${number(good)}. Gewone dagen: ${number(even)}. Zware dagen: ${number(hard)}.`,
  yearHint:
    "Tik op een dag om te zien wat je schreef. Op een toetsenbord gaan de pijlen van dag naar dag.",
  addMood: "Geef een stukje een stemming, dan krijgt zijn dag hier een kleur.",
  tones: { positive: "Goed", neutral: "Gewoon", negative: "Zwaar" },
  noTone: "Geschreven, zonder een van deze stemmingen",
  legend: "Wat de vakjes betekenen",
  nothing: "niets geschreven",
  day: ({ date, what }) => `${date}: ${what}`,
  dayEntries: ({ count }) => plural(count, { one: "1 stukje", other: `${number(count)} stukjes` }),
  dayWords: ({ count }) => plural(count, { one: "1 woord", other: `${number(count)} woorden` }),
  dayGoals: ({ count }) =>
    plural(count, { one: "1 doel gedaan", other: `${number(count)} doelen gedaan` }),
  daySleep: ({ hours }) => `${number(Math.round(hours * 10) / 10)} u slaap`,
  otherDevice: "De stukjes zijn nog niet op dit apparaat.",
  weeksTitle: "Week na week",
  weeksSays: ({ weeks, best }) =>
    plural(weeks, {
      one: "Eén week. Goede dagen staan boven de lijn, zware eronder.",
      other: `${
        number(weeks)
      } weken. Goede dagen staan boven de lijn, zware eronder. De week met de meeste goede dagen begint op ${best}.`,
    }),
  weekOf: ({ date }) => `Week van ${date}`,
  week: "Week",
  togetherTitle: "Wat samengaat",
  togetherHint: "Deze dagen gaan samen. Of het een het ander brengt, weet jij het best.",
  togetherFew:
    "Met nog een paar dagen en stemmingen laat dit zien wat je goede dagen gemeen hebben.",
  withTag: ({ value, share, otherwise }) =>
    `Je voelde je goed op ${percent(share)} van de dagen met #${value}, en op ${
      percent(otherwise)
    } van de andere.`,
  withGoal: ({ value, share, otherwise }) =>
    `Je voelde je goed op ${percent(share)} van de dagen dat je ‘${value}’ deed, en op ${
      percent(otherwise)
    } van de andere.`,
  withSleep: ({ value, share, otherwise }) =>
    `Je voelde je goed op ${percent(share)} van de dagen met ${value} uur slaap of meer, en op ${
      percent(otherwise)
    } van de dagen met minder.`,
  withWeekday: ({ value, share, otherwise }) =>
    `Je voelde je goed op ${percent(share)} van je ${weekdays[Number(value) - 1]}, en op ${
      percent(otherwise)
    } van de andere dagen.`,
  wordsTitle: "Woorden per maand",
  wordsSays: ({ month, count }) =>
    plural(count, {
      one: `Je schreef het meest in ${month}: 1 woord.`,
      other: `Je schreef het meest in ${month}: ${number(count)} woorden.`,
    }),
  month: "Maand",
  words: "Woorden",
  whenTitle: "Wanneer je schrijft",
  weekdaysSays: ({ weekday }) => `Je schrijft het vaakst op ${weekday}.`,
  hoursSays: ({ hour }) => `Je schrijft het vaakst rond ${hour}.`,
  weekdaysTitle: "Stukjes per weekdag",
  hoursTitle: "Stukjes per uur",
  weekday: "Weekdag",
  hour: "Uur",
  count: "Stukjes",
  weekdays,
  oftenTitle: "Wat je het vaakst noemt",
  moods: "Stemmingen",
  tags: "Labels",
  times: ({ count }) => plural(count, { one: "één keer", other: `${number(count)} keer` }),
};
