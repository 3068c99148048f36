import type { words as en } from "../en/shared.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  journal: "Journal",
  loading: "L'entrée arrive …",
  pageTitle: ({ title }) => `${title} – Journal`,
  photosAndRecordings: "Photos et enregistrements",
  photo: ({ n }) => `Photo ${number(n)}`,
  recording: ({ n }) => `Enregistrement ${number(n)}`,
  hasPassphrase: "Cette entrée a une phrase secrète",
  hasPassphraseHint: "Demande-la à la personne qui t'a envoyé le lien.",
  passphrase: "Phrase secrète",
  open: "Ouvrir",
  tryAgain: "Réessayer",
  sharedByAuthor: "Cette entrée est partagée avec toute personne qui a le lien.",
  whatIsJournal: "C'est quoi, ici ?",
  opensIn: ({ time }) => `Tu pourras réessayer dans ${time}.`,
  couldNotLoad: "L'entrée ne s'est pas chargée.",
  states: {
    gone: {
      title: "Ce lien est terminé",
      text: "Il a expiré ou a été retiré. Demandes-en un nouveau.",
    },
    unknown: {
      title: "Ce lien n'existe pas",
      text: "Il manque peut-être un bout d'adresse, ou l'entrée a été supprimée.",
    },
    wait: { title: "Un instant, s'il te plaît", text: undefined },
    failed: { title: "Quelque chose a cloché", text: undefined },
    offline: { title: "Tu es hors ligne", text: undefined },
  },
};
