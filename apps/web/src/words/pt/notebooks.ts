import type { words as en } from "../en/notebooks.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  notebooks: "Cadernos",
  hint: "Novos registros de um caderno são compartilhados com as mesmas pessoas que o caderno.",
  newNotebook: "Novo caderno",
  add: "Adicionar",
  none: "Ainda não há cadernos",
  noneHint: "Junte registros: uma viagem, um projeto, uma criança.",
  deleteHint: "Os registros ficam no seu diário, sem caderno.",
  askDelete: ({ name }) => `Apagar “${name}”?`,
  edit: ({ name }) => `Editar ${name}`,
  delete: ({ name }) => `Apagar ${name}`,
  name: "Nome",
  entries: ({ count }) =>
    plural(count, { one: `${number(count)} registro`, other: `${number(count)} registros` }),
};
