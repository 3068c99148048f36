import type { words as en } from "../en/journal.ts";

export const words: typeof en = {
  entry: "Stukje",
  entries: "Stukjes",
  choose: "Kies een stukje",
  orBegin: "Of begin een nieuw.",
  newEntry: "Nieuw stukje",
  search: "Zoeken",
  searchOwn: "In mijn dagboek zoeken",
  searchOthers: "Zoeken in wat ik mag lezen",
  whose: "Wiens stukjes",
  scopes: { own: "Van mij", team: "Team", org: "Organisatie", public: "Iedereen" },
  notebook: "Notitieboek",
  notebooks: "Notitieboeken",
  allNotebooks: "Alle notitieboeken",
  views: "Andere weergaven van het dagboek",
  calendar: "Kalender",
  insights: "Jouw jaar",
  empty: "Je dagboek is leeg",
  emptyText: "Het eerste stukje is het moeilijkst. Eén zin is genoeg.",
  noneFits: "Hier is nog niets",
  noneFitsText: "Geen stukje van jou past.",
};
