import type { words as en } from "../en/search.ts";

export const words: typeof en = {
  filter: "Filtrer",
  mood: "Humeur",
  anyMood: "Toute humeur",
  tones: {
    positive: "Toutes les bonnes humeurs",
    neutral: "Toutes les humeurs moyennes",
    negative: "Toutes les humeurs dures",
  },
  tag: "Étiquette",
  anyTag: "Toute étiquette",
  from: "Du",
  to: "Au",
  withMood: ({ mood }) => `Humeur : ${mood}`,
  sinceDay: ({ from }) => `Depuis le ${from}`,
  untilDay: ({ to }) => `Jusqu'au ${to}`,
  between: ({ from, to }) => `Du ${from} au ${to}`,
  remove: ({ filter }) => `Retirer le filtre « ${filter} »`,
  alsoAs: "Trouvé aussi comme",
  entries: "Entrées",
  nothing: "Rien trouvé",
  otherWords: "Essaie d'autres mots, ou retire un filtre.",
  nothingShared: "Rien de partagé ici pour l'instant",
  nothingSharedText: "Ce que les autres partagent avec toi apparaît ici.",
  onDevice: "Tu es hors ligne. Voici ce qui se trouve sur cet appareil.",
};
