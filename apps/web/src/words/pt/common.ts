import type { words as en } from "../en/common.ts";

export const words: typeof en = {
  cancel: "Cancelar",
  save: "Salvar",
  tryAgain: "Tentar de novo",
  delete: "Apagar",
  discard: "Descartar",
  send: "Enviar",
  today: "Hoje",
  you: "Você",
  close: "Fechar",
  journal: "Diário",
  showMore: "Mostrar mais",
  notAPerson: "Não é uma pessoa",
};
