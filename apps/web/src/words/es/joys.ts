import type { words as en } from "../en/joys.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  joy: "Algo que celebrar",
  journalStreak: ({ count }) =>
    plural(count, { one: "1 día seguido", other: `${number(count)} días seguidos` }),
  goalStreak: ({ goal, count }) =>
    plural(count, {
      one: `${goal}: 1 día seguido`,
      other: `${goal}: ${number(count)} días seguidos`,
    }),
  streakTexts: {
    7: "Una semana entera. La primera es la más difícil, y la has hecho.",
    30: "Un mes entero. Esto ya es parte de tu vida.",
    100: "Cien días. Mira hasta dónde te ha llevado un día tras otro.",
    365: "Un año entero, día a día. Poca gente llega tan lejos.",
  },
  streakText: "Un día tras otro. Muy bien.",
  newBadge: ({ badge }) => `Una insignia nueva: ${badge}`,
  badgeText: "Hubo gente que escribió porque la animaste. Gracias por eso.",
  toStreaks: "Ver tus rachas",
  toBadges: "Ver tus insignias",
  lovely: "Qué bien",
};
