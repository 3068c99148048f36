import type { words as en } from "../en/journal.ts";

export const words: typeof en = {
  entry: "Entrée",
  entries: "Entrées",
  choose: "Choisis une entrée",
  orBegin: "Ou commences-en une nouvelle.",
  newEntry: "Nouvelle entrée",
  search: "Chercher",
  searchOwn: "Chercher dans mon journal",
  searchOthers: "Chercher dans ce que je peux lire",
  whose: "Les entrées de qui",
  scopes: { own: "Les miennes", team: "Équipe", org: "Organisation", public: "Tout le monde" },
  notebook: "Carnet",
  notebooks: "Carnets",
  allNotebooks: "Tous les carnets",
  views: "Autres vues du journal",
  calendar: "Calendrier",
  insights: "Ton année",
  empty: "Ton journal est vide",
  emptyText: "La première entrée est la plus dure. Une phrase suffit.",
  noneFits: "Rien ici pour l'instant",
  noneFitsText: "Aucune de tes entrées ne correspond.",
};
