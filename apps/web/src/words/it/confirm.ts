import type { words as en } from "../en/confirm.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  linkUsed: "Questo link è scaduto o è già stato usato. Chiedine uno nuovo.",
  offline: "Sei offline. Riprova quando torni online.",
  pageTitle: "Il tuo link – Diario",
  signInAs: ({ email }) => `Accedere come ${email}?`,
  newPasswordFor: ({ email }) => `Nuova password per ${email}`,
  passwordHint: "Almeno 8 caratteri",
  saveAndSignIn: "Salva e accedi",
  signIn: "Accedi",
  stayAsIAm: "No, resta tutto com'è",
  notMe: "Non sono io",
  oneMoreLink: "Ancora un link",
  notComplete: "Questo link non è completo",
  otherLink: "Grazie! Ora apri il link che abbiamo mandato all'altro tuo indirizzo.",
  openAgain: "Apri di nuovo il link nella tua e-mail, o chiedine uno nuovo.",
  openApp: "Apri l'app",
  toJournal: "Vai al mio diario",
  toSignIn: "Vai all'accesso",
  otherSignedIn: ({ email }) => `Sei nell'account ${email}. Se continui, qui verrà chiuso.`,
  changesLost: ({ count }) =>
    plural(count, {
      one: "1 sua modifica non è ancora inviata e andrà persa.",
      other: `${number(count)} sue modifiche non sono ancora inviate e andranno perse.`,
    }),
  nothingChanges: ({ email }) => `Sei nell'account ${email}. Per ora non cambia nulla.`,
  kinds: {
    signup: { title: "Conferma il tuo indirizzo e-mail", act: "Conferma" },
    email_change: { title: "Conferma il tuo nuovo indirizzo", act: "Conferma" },
    magiclink: { title: "Accedi", act: "Continua" },
    email: { title: "Accedi", act: "Continua" },
    invite: { title: "C'è un invito per te", act: "Accetta" },
    recovery: { title: "Scegli una nuova password", act: "Continua" },
  },
};
