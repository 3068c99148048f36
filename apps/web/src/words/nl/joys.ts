import type { words as en } from "../en/joys.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  joy: "Iets om te vieren",
  journalStreak: ({ count }) =>
    plural(count, { one: "1 dag op rij", other: `${number(count)} dagen op rij` }),
  goalStreak: ({ goal, count }) =>
    plural(count, {
      one: `${goal}: 1 dag op rij`,
      other: `${goal}: ${number(count)} dagen op rij`,
    }),
  streakTexts: {
    7: "Een hele week. De eerste is de moeilijkste, en je hebt hem gedaan.",
    30: "Een hele maand. Dit hoort nu bij je leven.",
    100: "Honderd dagen. Kijk hoe ver de ene dag na de andere je heeft gebracht.",
    365: "Een heel jaar, dag na dag. Weinig mensen komen zo ver.",
  },
  streakText: "De ene dag na de andere. Goed zo.",
  newBadge: ({ badge }) => `Een nieuwe badge: ${badge}`,
  badgeText: "Mensen schreven omdat jij ze aanmoedigde. Dank je daarvoor.",
  toStreaks: "Je reeksen bekijken",
  toBadges: "Je badges bekijken",
  lovely: "Heerlijk",
};
