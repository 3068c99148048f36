import type { words as en } from "../en/insights.ts";
import { number, plural } from "../../plural.ts";
import { percent } from "../../words.ts";

const weekdays = [
  "le lundi",
  "le mardi",
  "le mercredi",
  "le jeudi",
  "le vendredi",
  "le samedi",
  "le dimanche",
];

export const words: typeof en = {
  title: ({ year }) => `Ton année ${year}`,
  loading: "Ton année",
  years: "Autres années",
  yearBefore: ({ year }) => `${year}, l'année d'avant`,
  yearAfter: ({ year }) => `${year}, l'année d'après`,
  back: "Journal",
  write: "Écrire une ligne",
  kept: ({ at }) => `Tu es hors ligne. Voici ton année telle qu'elle était : ${at}.`,
  emptyNow: "Cette année est encore une page blanche",
  emptyNowText: "Une ligne par jour suffit. Chaque jour où tu écris a son petit carré ici.",
  emptyThen: ({ year }) => `Rien de ${year}`,
  emptyThenText: "Tu n'avais pas encore commencé ton journal, et c'est très bien.",
  entries: ({ count }) => plural(count, { one: "entrée", other: "entrées" }),
  days: ({ count }) =>
    plural(count, { one: "jour avec une entrée", other: "jours avec une entrée" }),
  written: ({ count }) => plural(count, { one: "mot écrit", other: "mots écrits" }),
  goalsDone: ({ count }) =>
    plural(count, { one: "objectif du jour fait", other: "objectifs du jour faits" }),
  yearTitle: "Chaque jour",
  yearSays: ({ good, even, hard }) =>
    `Bons jours : ${number(good)}. Jours moyens : ${number(even)}. Jours durs : ${number(hard)}.`,
  yearHint:
    "Touche un jour pour voir ce que tu as écrit. Au clavier, les flèches vont d'un jour à l'autre.",
  addMood: "Donne une humeur à une entrée, et son jour prend une couleur ici.",
  tones: { positive: "Bon", neutral: "Moyen", negative: "Dur" },
  noTone: "Écrit, sans une de ces humeurs",
  legend: "Ce que veulent dire les carrés",
  nothing: "rien d'écrit",
  day: ({ date, what }) => `${date} : ${what}`,
  dayEntries: ({ count }) =>
    plural(count, { one: `${number(count)} entrée`, other: `${number(count)} entrées` }),
  dayWords: ({ count }) =>
    plural(count, { one: `${number(count)} mot`, other: `${number(count)} mots` }),
  dayGoals: ({ count }) =>
    plural(count, {
      one: `${number(count)} objectif fait`,
      other: `${number(count)} objectifs faits`,
    }),
  daySleep: ({ hours }) => `${number(Math.round(hours * 10) / 10)} h de sommeil`,
  otherDevice: "Ses entrées ne sont pas encore sur cet appareil.",
  weeksTitle: "Semaine par semaine",
  weeksSays: ({ weeks, best }) =>
    plural(weeks, {
      one: "Une semaine. Les bons jours sont au-dessus de la ligne, les durs en dessous.",
      other: `${
        number(weeks)
      } semaines. Les bons jours sont au-dessus de la ligne, les durs en dessous. La semaine avec le plus de bons jours commence le ${best}.`,
    }),
  weekOf: ({ date }) => `Semaine du ${date}`,
  week: "Semaine",
  togetherTitle: "Ce qui va ensemble",
  togetherHint: "Ces jours vont ensemble. Si l'un amène l'autre, c'est toi qui le sais.",
  togetherFew:
    "Avec quelques jours et humeurs de plus, tu verras ici ce que tes bons jours ont en commun.",
  withTag: ({ value, share, otherwise }) =>
    `Tu allais bien ${percent(share)} des jours avec #${value}, et ${
      percent(otherwise)
    } des autres.`,
  withGoal: ({ value, share, otherwise }) =>
    `Tu allais bien ${percent(share)} des jours où tu as fait « ${value} », et ${
      percent(otherwise)
    } des autres.`,
  withSleep: ({ value, share, otherwise }) =>
    `Tu allais bien ${percent(share)} des jours avec au moins ${value} heures de sommeil, et ${
      percent(otherwise)
    } des jours avec moins.`,
  withWeekday: ({ value, share, otherwise }) =>
    `Tu allais bien ${percent(share)} du temps ${weekdays[Number(value) - 1]}, et ${
      percent(otherwise)
    } les autres jours.`,
  wordsTitle: "Mots par mois",
  wordsSays: ({ month, count }) =>
    plural(count, {
      one: `Ton mois le plus bavard : ${month}, ${number(count)} mot.`,
      other: `Ton mois le plus bavard : ${month}, ${number(count)} mots.`,
    }),
  month: "Mois",
  words: "Mots",
  whenTitle: "Quand tu écris",
  weekdaysSays: ({ weekday }) => `Tu écris le plus souvent ${weekday}.`,
  hoursSays: ({ hour }) => `Tu écris le plus souvent vers ${hour}.`,
  weekdaysTitle: "Entrées par jour de la semaine",
  hoursTitle: "Entrées par heure",
  weekday: "Jour de la semaine",
  hour: "Heure",
  count: "Entrées",
  weekdays,
  oftenTitle: "Ce que tu nommes le plus",
  moods: "Humeurs",
  tags: "Étiquettes",
  times: ({ count }) => plural(count, { one: "une fois", other: `${number(count)} fois` }),
};
