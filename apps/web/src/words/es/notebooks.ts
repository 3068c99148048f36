import type { words as en } from "../en/notebooks.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  notebooks: "Cuadernos",
  hint: "Las entradas nuevas de un cuaderno se comparten con las mismas personas que el cuaderno.",
  newNotebook: "Nuevo cuaderno",
  add: "Añadir",
  none: "Aún no hay cuadernos",
  noneHint: "Junta entradas: un viaje, un proyecto, una hija.",
  deleteHint: "Sus entradas se quedan en tu diario, sin cuaderno.",
  askDelete: ({ name }) => `¿Borrar «${name}»?`,
  edit: ({ name }) => `Editar ${name}`,
  delete: ({ name }) => `Borrar ${name}`,
  name: "Nombre",
  entries: ({ count }) => plural(count, { one: "1 entrada", other: `${number(count)} entradas` }),
};
