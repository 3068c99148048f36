import type { words as en } from "../en/streaks.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Séries",
  inARow: "Jours de suite",
  journal: "Journal",
  writeToday: "S'arrête aujourd'hui si tu n'écris pas",
  checkInToday: "S'arrête aujourd'hui sans check-in",
  lastOn: ({ date }) => `Dernier jour : ${date}`,
  notBegun: "Pas encore commencée",
  days: ({ count }) =>
    plural(count, { one: `${number(count)} jour`, other: `${number(count)} jours` }),
  longest: ({ count }) => `la plus longue : ${number(count)}`,
  milestones: "Étapes",
  reached: "Atteinte",
  toGo: ({ count }) =>
    plural(count, { one: `encore ${number(count)} jour`, other: `encore ${number(count)} jours` }),
  calendar: "Tes jours",
  written: "écrit",
  frozen: "un joker a sauvé ta série",
  paused: "en pause",
  legend: "Ce que veulent dire les jours",
  legendWritten: "Écrit",
  legendFrozen: "Joker",
  legendPaused: "Pause",
  nothingOn: "Tu n'as rien écrit ce jour-là.",
  frozenOn: "Tu n'as rien écrit, et un joker a sauvé ta série.",
  pausedOn: "Tes séries étaient en pause ce jour-là.",
  freezes: "Jokers",
  held: ({ count }) =>
    plural(count, {
      one: `Tu as ${number(count)} joker.`,
      other: `Tu as ${number(count)} jokers.`,
    }),
  heldNone: "Tu n'en as pas.",
  explained:
    "Un joker sauve tes séries quand tu manques un jour. Il agit tout seul : tu n'as rien à faire. Il couvre ce jour pour ton journal et pour tous les objectifs à deux jours de suite ou plus. Tu peux en avoir deux. Si tu écris plus tard sur ce jour, tu récupères le joker.",
  savedOn: ({ date }) => `Le dernier a servi le ${date}.`,
  bought: ({ count }) =>
    plural(count, {
      one: `Acheté. Il te reste ${number(count)} goutte.`,
      other: `Acheté. Il te reste ${number(count)} gouttes.`,
    }),
  buy: ({ count }) =>
    plural(count, {
      one: `En acheter un pour ${number(count)} goutte`,
      other: `En acheter un pour ${number(count)} gouttes`,
    }),
  most: "Deux, c'est le maximum.",
  balance: ({ count }) =>
    plural(count, {
      one: `Tu as ${number(count)} goutte.`,
      other: `Tu as ${number(count)} gouttes.`,
    }),
  pause: "Pause",
  pausedFor: ({ since, until }) => `Tes séries sont en pause du ${since} au ${until}.`,
  pauseText:
    "En vacances, ou malade ? Une pause garde toutes tes séries jusqu'au jour que tu choisis. Les jours où tu écris comptent quand même, et tu peux l'arrêter à tout moment.",
  pausedUntil: ({ until }) => `En pause jusqu'au ${until}`,
  pauseEnded: "La pause est terminée",
  until: "Jusqu'au",
  untilHint: "Le dernier jour de pause, dans 90 jours au plus",
  changeDate: "Changer la date",
  endPause: "Arrêter la pause",
};
