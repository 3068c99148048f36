import type { words as en } from "../en/weekly-review.ts";

export const words: typeof en = {
  title: "Je week, elke maandag",
  inApp: "Vertel me hoe mijn week was",
  inAppHint: "Een melding met je stukjes, woorden en schrijfdagen.",
  byMail: "Stuur me mijn week per mail",
  byMailHint: "Noemt ook je meest voorkomende stemmingen. Er staat nooit tekst van je stukjes in.",
};
