import type { words as en } from "../en/joys.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  joy: "Etwas zu feiern",
  journalStreak: ({ count }) =>
    plural(count, { one: "1 Tag am Stück", other: `${number(count)} Tage am Stück` }),
  goalStreak: ({ goal, count }) =>
    plural(count, {
      one: `${goal}: 1 Tag am Stück`,
      other: `${goal}: ${number(count)} Tage am Stück`,
    }),
  streakTexts: {
    7: "Eine ganze Woche. Die erste ist die schwerste, und du hast sie geschafft.",
    30: "Ein ganzer Monat. Das gehört jetzt zu deinem Leben.",
    100: "Hundert Tage. Schau, wie weit dich ein Tag nach dem anderen getragen hat.",
    365: "Ein ganzes Jahr, Tag für Tag. So weit kommen wenige.",
  },
  streakText: "Ein Tag nach dem anderen. Gut gemacht.",
  newBadge: ({ badge }) => `Ein neues Abzeichen: ${badge}`,
  badgeText: "Andere haben geschrieben, weil du sie angefeuert hast. Danke dafür.",
  toStreaks: "Deine Serien ansehen",
  toBadges: "Deine Abzeichen ansehen",
  lovely: "Schön",
};
