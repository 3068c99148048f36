import type { words as en } from "../en/journal.ts";

export const words: typeof en = {
  entry: "Registro",
  entries: "Registros",
  choose: "Escolha um registro",
  orBegin: "Ou comece um novo.",
  newEntry: "Novo registro",
  search: "Buscar",
  searchOwn: "Buscar no meu diário",
  searchOthers: "Buscar no que posso ler",
  whose: "Registros de quem",
  scopes: { own: "Meus", team: "Time", org: "Organização", public: "Todo mundo" },
  notebook: "Caderno",
  notebooks: "Cadernos",
  allNotebooks: "Todos os cadernos",
  views: "Outras visões do diário",
  calendar: "Calendário",
  insights: "Seu ano",
  empty: "Seu diário está vazio",
  emptyText: "O primeiro registro é o mais difícil. Uma frase basta.",
  noneFits: "Nada aqui ainda",
  noneFitsText: "Nenhum registro seu combina.",
};
