import type { words as en } from "../en/joys.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  joy: "Qualcosa da festeggiare",
  journalStreak: ({ count }) =>
    plural(count, { one: "1 giorno di fila", other: `${number(count)} giorni di fila` }),
  goalStreak: ({ goal, count }) =>
    plural(count, {
      one: `${goal}: 1 giorno di fila`,
      other: `${goal}: ${number(count)} giorni di fila`,
    }),
  streakTexts: {
    7: "Una settimana intera. La prima è la più difficile, e l'hai fatta.",
    30: "Un mese intero. Ormai fa parte della tua vita.",
    100: "Cento giorni. Guarda quanto lontano ti ha portato un giorno dopo l'altro.",
    365: "Un anno intero, giorno per giorno. Pochi arrivano così lontano.",
  },
  streakText: "Un giorno dopo l'altro. Ben fatto.",
  newBadge: ({ badge }) => `Una nuova medaglia: ${badge}`,
  badgeText: "C'è chi ha scritto grazie al tuo tifo. Grazie di cuore.",
  toStreaks: "Vedi le tue serie",
  toBadges: "Vedi le tue medaglie",
  lovely: "Che bello",
};
