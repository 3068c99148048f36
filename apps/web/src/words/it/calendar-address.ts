import type { words as en } from "../en/calendar-address.ts";

export const words: typeof en = {
  title: "Calendario",
  name: "Nella tua app di calendario",
  text:
    "Dai questo indirizzo alla tua app di calendario. Mostrerà le date dei tuoi obiettivi aperti e le tue fasce delle prossime due settimane.",
  calendar: "Il mio calendario",
  copyNow: "Copialo ora. Lo vedi solo questa volta, e chi ce l'ha può leggere il tuo calendario.",
  address: "Indirizzo",
  madeAt: ({ date }) =>
    `Hai creato un indirizzo il ${date}. Se ne crei un altro, quello smette di funzionare.`,
  shownOnce: "L'indirizzo lo vedi una volta sola.",
  make: "Crea un indirizzo",
  makeNew: "Crea un nuovo indirizzo",
  end: "Chiudi l'indirizzo",
  askEnd: "Chiudere l'indirizzo?",
  askEndHint: "Le tue app di calendario non riceveranno più obiettivi e fasce.",
  endIt: "Chiudi",
  ended: "L'indirizzo non funziona più",
};
