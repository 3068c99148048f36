import type { words as en } from "../en/shared.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  journal: "Diário",
  loading: "Carregando o registro …",
  pageTitle: ({ title }) => `${title} – Diário`,
  photosAndRecordings: "Fotos e gravações",
  photo: ({ n }) => `Foto ${number(n)}`,
  recording: ({ n }) => `Gravação ${number(n)}`,
  hasPassphrase: "Este registro tem uma senha",
  hasPassphraseHint: "Peça à pessoa que enviou o link.",
  passphrase: "Senha",
  open: "Abrir",
  tryAgain: "Tentar de novo",
  sharedByAuthor: "Este registro é compartilhado com quem tem o link.",
  whatIsJournal: "O que é isto?",
  opensIn: ({ time }) => `Você pode tentar de novo em ${time}.`,
  couldNotLoad: "O registro não carregou.",
  states: {
    gone: { title: "Este link terminou", text: "Ele venceu ou foi retirado. Peça um novo." },
    unknown: {
      title: "Esse link não existe",
      text: "Talvez falte uma parte do endereço, ou o registro foi apagado.",
    },
    wait: { title: "Um momento, por favor", text: undefined },
    failed: { title: "Algo deu errado", text: undefined },
    offline: { title: "Você está sem conexão", text: undefined },
  },
};
