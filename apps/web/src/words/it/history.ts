import type { words as en } from "../en/history.ts";

export const words: typeof en = {
  restoreHint: "Titolo e testo tornano indietro. Umore, etichette e chi la vede restano.",
  askRestore: "Tornare a questa versione?",
  restore: "Tornaci",
  restored: "La tua versione precedente è tornata",
  forgetHint: "Non potrai recuperarle. La pagina resta.",
  askForget: "Eliminare tutte le versioni precedenti?",
  forget: "Eliminale",
  forgotten: "Versioni precedenti eliminate",
  entry: "Pagina",
  deleteAll: "Elimina tutte",
  earlierVersions: "Versioni precedenti",
  hint: "Restano 90 giorni. Le vedi solo tu.",
  none: "Nessuna versione precedente",
  noneHint: "Quando cambi il titolo o il testo, la versione di prima appare qui.",
  until: ({ moment }) => `Fino a ${moment}`,
  then: "Prima",
  now: "Ora",
};
