import type { words as en } from "../en/insights.ts";
import { number, plural } from "../../plural.ts";
import { percent } from "../../words.ts";

const weekdays = [
  "montags",
  "dienstags",
  "mittwochs",
  "donnerstags",
  "freitags",
  "samstags",
  "sonntags",
];

export const words: typeof en = {
  title: ({ year }) => `Dein Jahr ${year}`,
  loading: "Dein Jahr",
  years: "Andere Jahre",
  yearBefore: ({ year }) => `${year}, das Jahr davor`,
  yearAfter: ({ year }) => `${year}, das Jahr danach`,
  back: "Tagebuch",
  write: "Eine Zeile schreiben",
  kept: ({ at }) => `Du bist offline. So sah dein Jahr zuletzt aus: ${at}.`,
  emptyNow: "Dieses Jahr ist noch ein leeres Blatt",
  emptyNowText:
    "Eine Zeile am Tag genügt. Jeder Tag, an dem du schreibst, bekommt hier ein Kästchen.",
  emptyThen: ({ year }) => `Nichts aus ${year}`,
  emptyThenText: "Damals gab es dein Tagebuch noch nicht, und das ist völlig in Ordnung.",
  entries: ({ count }) => plural(count, { one: "Eintrag", other: "Einträge" }),
  days: ({ count }) => plural(count, { one: "Tag mit Eintrag", other: "Tage mit Eintrag" }),
  written: ({ count }) =>
    plural(count, { one: "geschriebenes Wort", other: "geschriebene Wörter" }),
  goalsDone: ({ count }) =>
    plural(count, { one: "Tagesziel geschafft", other: "Tagesziele geschafft" }),
  yearTitle: "Jeder Tag",
  yearSays: ({ good, even, hard }) =>
    `Gute Tage: ${number(good)}. Mittlere Tage: ${number(even)}. Schwere Tage: ${number(hard)}.`,
  yearHint:
    "Tippe auf einen Tag, um zu sehen, was du geschrieben hast. Auf der Tastatur gehst du mit den Pfeilen von Tag zu Tag.",
  addMood: "Gib einem Eintrag eine Stimmung, dann bekommt sein Tag hier eine Farbe.",
  tones: { positive: "Gut", neutral: "Mittel", negative: "Schwer" },
  noTone: "Geschrieben, ohne eine dieser Stimmungen",
  legend: "Was die Kästchen bedeuten",
  nothing: "nichts geschrieben",
  day: ({ date, what }) => `${date}: ${what}`,
  dayEntries: ({ count }) =>
    plural(count, { one: "1 Eintrag", other: `${number(count)} Einträge` }),
  dayWords: ({ count }) => plural(count, { one: "1 Wort", other: `${number(count)} Wörter` }),
  dayGoals: ({ count }) =>
    plural(count, { one: "1 Ziel geschafft", other: `${number(count)} Ziele geschafft` }),
  daySleep: ({ hours }) => `${number(Math.round(hours * 10) / 10)} Std. Schlaf`,
  otherDevice: "Seine Einträge sind noch nicht auf diesem Gerät.",
  weeksTitle: "Woche für Woche",
  weeksSays: ({ weeks, best }) =>
    plural(weeks, {
      one: "Eine Woche. Gute Tage stehen über der Linie, schwere darunter.",
      other: `${
        number(weeks)
      } Wochen. Gute Tage stehen über der Linie, schwere darunter. Die Woche mit den meisten guten Tagen beginnt am ${best}.`,
    }),
  weekOf: ({ date }) => `Woche ab ${date}`,
  week: "Woche",
  togetherTitle: "Was zusammenfällt",
  togetherHint: "Diese Tage fallen zusammen. Ob das eine das andere bringt, weißt du am besten.",
  togetherFew:
    "Mit ein paar mehr Tagen und Stimmungen zeigt sich hier, was deine guten Tage gemeinsam haben.",
  withTag: ({ value, share, otherwise }) =>
    `An ${percent(share)} der Tage mit #${value} ging es dir gut, an den anderen zu ${
      percent(otherwise)
    }.`,
  withGoal: ({ value, share, otherwise }) =>
    `An ${
      percent(share)
    } der Tage, an denen du „${value}“ geschafft hast, ging es dir gut, an den anderen zu ${
      percent(otherwise)
    }.`,
  withSleep: ({ value, share, otherwise }) =>
    `An ${
      percent(share)
    } der Tage mit ${value} Stunden Schlaf oder mehr ging es dir gut, an denen mit weniger zu ${
      percent(otherwise)
    }.`,
  withWeekday: ({ value, share, otherwise }) =>
    `Es ging dir ${weekdays[Number(value) - 1]} zu ${percent(share)} gut, an den anderen Tagen zu ${
      percent(otherwise)
    }.`,
  wordsTitle: "Wörter nach Monat",
  wordsSays: ({ month, count }) =>
    plural(count, {
      one: `Am meisten hast du im ${month} geschrieben: 1 Wort.`,
      other: `Am meisten hast du im ${month} geschrieben: ${number(count)} Wörter.`,
    }),
  month: "Monat",
  words: "Wörter",
  whenTitle: "Wann du schreibst",
  weekdaysSays: ({ weekday }) => `Am häufigsten schreibst du ${weekday}.`,
  hoursSays: ({ hour }) => `Am häufigsten schreibst du gegen ${hour} Uhr.`,
  weekdaysTitle: "Einträge nach Wochentag",
  hoursTitle: "Einträge nach Uhrzeit",
  weekday: "Wochentag",
  hour: "Stunde",
  count: "Einträge",
  weekdays,
  oftenTitle: "Was du am häufigsten nennst",
  moods: "Stimmungen",
  tags: "Schlagwörter",
  times: ({ count }) => plural(count, { one: "einmal", other: `${number(count)}-mal` }),
};
