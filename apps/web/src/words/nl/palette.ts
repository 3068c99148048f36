import type { words as en } from "../en/palette.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Wat wil je doen?",
  field: "Zoek iets om te doen, een plek, een stukje of een persoon",
  groups: {
    acts: "Doen",
    places: "Ga naar",
    entries: "Stukjes",
    people: "Mensen",
    settings: "Instellingen",
  },
  acts: {
    write: "Een stukje schrijven",
    goal: "Een doel toevoegen",
    reminder: "Een herinnering toevoegen",
    cheer: "Een aanmoediging sturen",
    notifications: "Mijn meldingen lezen",
    search: ({ text }) => `In het dagboek zoeken naar ‘${text}’`,
  },
  found: ({ count }) =>
    plural(count, { one: "1 ding gevonden", other: `${number(count)} dingen gevonden` }),
  nothing: "Niets gevonden",
};
