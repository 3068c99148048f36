import type { words as en } from "../en/weekly-review.ts";

export const words: typeof en = {
  title: "Ta semaine, chaque lundi",
  inApp: "Dis-moi comment était ma semaine",
  inAppHint: "Une notification avec tes entrées, tes mots et tes jours d'écriture.",
  byMail: "Envoie-moi ma semaine par e-mail",
  byMailHint:
    "Nomme aussi tes humeurs les plus fréquentes. Il n'y a jamais de texte de tes entrées.",
};
