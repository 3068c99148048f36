import type { words as en } from "../en/notebooks.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  notebooks: "Notitieboeken",
  hint: "Nieuwe stukjes in een notitieboek zijn gedeeld met dezelfde mensen als het notitieboek.",
  newNotebook: "Nieuw notitieboek",
  add: "Toevoegen",
  none: "Nog geen notitieboeken",
  noneHint: "Houd stukjes bij elkaar: een reis, een project, een kind.",
  deleteHint: "De stukjes blijven in je dagboek, zonder notitieboek.",
  askDelete: ({ name }) => `‘${name}’ verwijderen?`,
  edit: ({ name }) => `${name} wijzigen`,
  delete: ({ name }) => `${name} verwijderen`,
  name: "Naam",
  entries: ({ count }) => plural(count, { one: "1 stukje", other: `${number(count)} stukjes` }),
};
