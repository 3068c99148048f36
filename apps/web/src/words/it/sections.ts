import type { words as en } from "../en/sections.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  me: "Io",
  list: "Sezioni",
  notFound: "Non trovato",
  nothingHere: "A questo indirizzo non c'è nulla",
  groups: {
    you: "Tu",
    habits: "Abitudini",
    drops: "Gocce e negozio",
    connections: "Altre app",
    privacy: "Privacy e dati",
  },
  names: {
    profile: "Profilo",
    notifications: "Avvisi",
    waiting: "Da inviare",
    goals: "Obiettivi",
    insights: "Il tuo anno",
    streaks: "Serie",
    reminders: "Promemoria",
    balance: "Gocce",
    shop: "Negozio",
    packs: "Pacchetti di immagini",
    premium: "Premium",
    music: "Musica",
    mail: "Diario per e-mail",
    calendar: "Calendario",
    connections: "Connessioni",
    privacy: "Privacy e accesso",
    links: "Link di lettura",
    data: "I tuoi dati",
  },
  connectionsHint: "Programmi e assistenti che usano il tuo diario",
  unread: ({ count }) => plural(count, { one: "1 nuovo", other: `${number(count)} nuovi` }),
  active: ({ count }) => plural(count, { one: "1 attivo", other: `${number(count)} attivi` }),
  administration: "Amministrazione",
  signOut: "Esci",
  signOutHere: "Esci da questo dispositivo",
  askSignOut: "Uscire?",
  signOutHint: "Il servizio conserva il tuo diario. Su questo dispositivo non ne resta nulla.",
  signOutAndLose: "Esci e perdile",
  loseHint: ({ count }) =>
    plural(count, {
      one: "1 modifica non è ancora inviata e andrà persa. Il servizio conserva tutto il resto.",
      other: `${
        number(count)
      } modifiche non sono ancora inviate e andranno perse. Il servizio conserva tutto il resto.`,
    }),
};
