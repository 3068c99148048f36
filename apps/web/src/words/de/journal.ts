import type { words as en } from "../en/journal.ts";

export const words: typeof en = {
  entry: "Eintrag",
  entries: "Einträge",
  choose: "Wähle einen Eintrag",
  orBegin: "Oder beginne einen neuen.",
  newEntry: "Neuer Eintrag",
  search: "Suchen",
  searchOwn: "Mein Tagebuch durchsuchen",
  searchOthers: "Durchsuchen, was ich lesen darf",
  whose: "Wessen Einträge",
  scopes: { own: "Meine", team: "Team", org: "Organisation", public: "Alle" },
  notebook: "Notizbuch",
  notebooks: "Notizbücher",
  allNotebooks: "Alle Notizbücher",
  views: "Andere Ansichten des Tagebuchs",
  calendar: "Kalender",
  insights: "Dein Jahr",
  empty: "Dein Tagebuch ist leer",
  emptyText: "Der erste Eintrag ist der schwerste. Ein Satz genügt.",
  noneFits: "Hier ist noch nichts",
  noneFitsText: "Keiner deiner Einträge passt.",
};
