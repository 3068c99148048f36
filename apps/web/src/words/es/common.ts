import type { words as en } from "../en/common.ts";

export const words: typeof en = {
  cancel: "Cancelar",
  save: "Guardar",
  tryAgain: "Intentar otra vez",
  delete: "Borrar",
  discard: "Descartar",
  send: "Enviar",
  today: "Hoy",
  you: "Tú",
  close: "Cerrar",
  journal: "Diario",
  showMore: "Ver más",
  notAPerson: "No es una persona",
};
