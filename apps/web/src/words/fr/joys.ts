import type { words as en } from "../en/joys.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  joy: "Quelque chose à fêter",
  journalStreak: ({ count }) =>
    plural(count, {
      one: `${number(count)} jour de suite`,
      other: `${number(count)} jours de suite`,
    }),
  goalStreak: ({ goal, count }) =>
    plural(count, {
      one: `${goal} : ${number(count)} jour de suite`,
      other: `${goal} : ${number(count)} jours de suite`,
    }),
  streakTexts: {
    7: "Une semaine entière. La première est la plus dure, et tu l'as faite.",
    30: "Un mois entier. Ça fait maintenant partie de ta vie.",
    100: "Cent jours. Regarde jusqu'où un jour après l'autre t'a mené.",
    365: "Une année entière, jour après jour. Peu de gens vont aussi loin.",
  },
  streakText: "Un jour après l'autre. Bravo.",
  newBadge: ({ badge }) => `Un nouveau badge : ${badge}`,
  badgeText: "Des gens ont écrit grâce à tes encouragements. Merci pour eux.",
  toStreaks: "Voir tes séries",
  toBadges: "Voir tes badges",
  lovely: "Super",
};
