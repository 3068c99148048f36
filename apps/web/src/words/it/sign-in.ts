import type { words as en } from "../en/sign-in.ts";

export const words: typeof en = {
  claim: "Una pagina al giorno, e persone che la festeggiano con te.",
  promises: {
    lock: "Privato, finché non lo condividi",
    cloud: "Anche offline, su tutti i tuoi dispositivi",
    target: "Obiettivi che qualcuno nota",
  },
  example: {
    moment: "Martedì, 07:40",
    title: "Prima brina",
    text: "Ho corso lungo il fiume prima del lavoro. Erba bianca, e nessuno tranne gli aironi.",
    friend: "Mara fa il tifo per te",
    cheer: "Dodici mattine! Adoro leggerti.",
    streak: "12 giorni di fila",
  },
  offline: "Sei offline. Riprova quando torni online.",
  mailSent: "Ti abbiamo mandato un'e-mail. Apri il suo link per iniziare il tuo diario.",
  resetSent: "Se questo indirizzo ha un account, un'e-mail con un link è in arrivo.",
  name: "Nome (facoltativo)",
  nameHint: "Gli altri lo vedono. Puoi cambiarlo dopo.",
  email: "E-mail",
  password: "Password",
  passwordHint: "Almeno 8 caratteri",
  show: "Mostra quello che scrivo",
  newHere: "Prima volta? Crea un account",
  forgot: "Password dimenticata?",
  haveAccount: "Ho già un account",
  backToSignIn: "Torna all'accesso",
  forms: {
    in: { title: "Che bello rivederti", act: "Accedi" },
    up: { title: "Inizia il tuo diario", act: "Crea account" },
    forgot: { title: "Una nuova password", act: "Manda il link" },
  },
};
