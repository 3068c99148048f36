import type { words as en } from "../en/shared.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  journal: "Diario",
  loading: "La pagina sta arrivando …",
  pageTitle: ({ title }) => `${title} – Diario`,
  photosAndRecordings: "Foto e registrazioni",
  photo: ({ n }) => `Foto ${number(n)}`,
  recording: ({ n }) => `Registrazione ${number(n)}`,
  hasPassphrase: "Questa pagina ha una parola segreta",
  hasPassphraseHint: "Chiedila a chi ti ha mandato il link.",
  passphrase: "Parola segreta",
  open: "Apri",
  tryAgain: "Riprova",
  sharedByAuthor: "Questa pagina è condivisa con chi ha il link.",
  whatIsJournal: "Che cos'è questo?",
  opensIn: ({ time }) => `Puoi riprovare tra ${time}.`,
  couldNotLoad: "La pagina non si è caricata.",
  states: {
    gone: {
      title: "Questo link è finito",
      text: "È scaduto o è stato ritirato. Chiedine uno nuovo.",
    },
    unknown: {
      title: "Questo link non esiste",
      text: "Forse manca un pezzo dell'indirizzo, o la pagina è stata eliminata.",
    },
    wait: { title: "Un momento, per favore", text: undefined },
    failed: { title: "Qualcosa è andato storto", text: undefined },
    offline: { title: "Sei offline", text: undefined },
  },
};
