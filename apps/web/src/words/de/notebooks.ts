import type { words as en } from "../en/notebooks.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  notebooks: "Notizbücher",
  hint: "Neue Einträge in einem Notizbuch sehen dieselben Leute wie das Notizbuch.",
  newNotebook: "Neues Notizbuch",
  add: "Hinzufügen",
  none: "Noch keine Notizbücher",
  noneHint: "Halte Einträge zusammen: eine Reise, ein Vorhaben, ein Kind.",
  deleteHint: "Seine Einträge bleiben in deinem Tagebuch, ohne Notizbuch.",
  askDelete: ({ name }) => `„${name}“ löschen?`,
  edit: ({ name }) => `${name} ändern`,
  delete: ({ name }) => `${name} löschen`,
  name: "Name",
  entries: ({ count }) => plural(count, { one: "1 Eintrag", other: `${number(count)} Einträge` }),
};
