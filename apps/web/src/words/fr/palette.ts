import type { words as en } from "../en/palette.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Que veux-tu faire ?",
  field: "Trouve une action, un lieu, une entrée ou une personne",
  groups: {
    acts: "Faire",
    places: "Aller à",
    entries: "Entrées",
    people: "Personnes",
    settings: "Réglages",
  },
  acts: {
    write: "Écrire une entrée",
    goal: "Ajouter un objectif",
    reminder: "Ajouter un rappel",
    cheer: "Envoyer un encouragement",
    notifications: "Lire mes notifications",
    search: ({ text }) => `Chercher « ${text} » dans le journal`,
  },
  found: ({ count }) =>
    plural(count, {
      one: `${number(count)} chose trouvée`,
      other: `${number(count)} choses trouvées`,
    }),
  nothing: "Rien trouvé",
};
