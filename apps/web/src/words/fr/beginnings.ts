import type { words as en } from "../en/beginnings.ts";

export const words: typeof en = {
  title: "Ce qu'il y a d'autre ici",
  goals: {
    name: "Objectifs",
    text:
      "Nomme une chose que tu veux faire. On te demande une fois par jour comment ça s'est passé.",
    act: "Nouvel objectif",
  },
  window: {
    name: "Créneau",
    text:
      "Deux heures par jour que tu gardes pour bouger. Les personnes avant et après toi font pareil.",
    act: "Choisir ton créneau",
  },
  cheers: {
    name: "Encouragements",
    text: "Quelqu'un de proche lit ce que tu partages, et t'encourage.",
    act: "Inviter quelqu'un",
  },
};
