import { plural } from "../../plural.ts";
import { number } from "../../words.ts";

export const words = {
  notebooks: "Notebooks",
  hint: "New entries in a notebook are shared with the same people as the notebook.",
  newNotebook: "New notebook",
  add: "Add",
  none: "No notebooks yet",
  noneHint: "Keep entries together: a trip, a project, a child.",
  deleteHint: "Its entries stay in your journal, without a notebook.",
  askDelete: ({ name }: { name: string }) => `Delete “${name}”?`,
  edit: ({ name }: { name: string }) => `Edit ${name}`,
  delete: ({ name }: { name: string }) => `Delete ${name}`,
  name: "Name",
  entries: ({ count }: { count: number }) =>
    plural(count, { one: "1 entry", other: `${number(count)} entries` }),
};
