import type { words as en } from "../en/shared.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  journal: "Diario",
  loading: "Cargando la entrada …",
  pageTitle: ({ title }) => `${title} – Diario`,
  photosAndRecordings: "Fotos y grabaciones",
  photo: ({ n }) => `Foto ${number(n)}`,
  recording: ({ n }) => `Grabación ${number(n)}`,
  hasPassphrase: "Esta entrada tiene una clave",
  hasPassphraseHint: "Pídesela a quien te envió el enlace.",
  passphrase: "Clave",
  open: "Abrir",
  tryAgain: "Intentar otra vez",
  sharedByAuthor: "Esta entrada se comparte con quien tenga el enlace.",
  whatIsJournal: "¿Qué es esto?",
  opensIn: ({ time }) => `Puedes intentarlo otra vez en ${time}.`,
  couldNotLoad: "La entrada no se ha cargado.",
  states: {
    gone: {
      title: "Este enlace ha terminado",
      text: "Ha caducado o lo han retirado. Pide uno nuevo.",
    },
    unknown: {
      title: "No existe ese enlace",
      text: "Quizá falta una parte de la dirección, o la entrada se borró.",
    },
    wait: { title: "Un momento, por favor", text: undefined },
    failed: { title: "Algo ha fallado", text: undefined },
    offline: { title: "Estás sin conexión", text: undefined },
  },
};
