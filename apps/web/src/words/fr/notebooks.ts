import type { words as en } from "../en/notebooks.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  notebooks: "Carnets",
  hint: "Les nouvelles entrées d'un carnet sont partagées avec les mêmes personnes que le carnet.",
  newNotebook: "Nouveau carnet",
  add: "Ajouter",
  none: "Pas encore de carnets",
  noneHint: "Garde des entrées ensemble : un voyage, un projet, un enfant.",
  deleteHint: "Ses entrées restent dans ton journal, sans carnet.",
  askDelete: ({ name }) => `Supprimer « ${name} » ?`,
  edit: ({ name }) => `Modifier ${name}`,
  delete: ({ name }) => `Supprimer ${name}`,
  name: "Nom",
  entries: ({ count }) =>
    plural(count, { one: `${number(count)} entrée`, other: `${number(count)} entrées` }),
};
