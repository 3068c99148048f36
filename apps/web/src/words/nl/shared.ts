import type { words as en } from "../en/shared.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  journal: "Dagboek",
  loading: "Het stukje laadt …",
  pageTitle: ({ title }) => `${title} – Dagboek`,
  photosAndRecordings: "Foto's en opnames",
  photo: ({ n }) => `Foto ${number(n)}`,
  recording: ({ n }) => `Opname ${number(n)}`,
  hasPassphrase: "Dit stukje heeft een wachtwoord",
  hasPassphraseHint: "Vraag het aan wie je de link stuurde.",
  passphrase: "Wachtwoord",
  open: "Openen",
  tryAgain: "Opnieuw",
  sharedByAuthor: "Dit stukje is gedeeld met iedereen die de link heeft.",
  whatIsJournal: "Wat is dit?",
  opensIn: ({ time }) => `Over ${time} kun je het nog eens proberen.`,
  couldNotLoad: "Het stukje is niet geladen.",
  states: {
    gone: {
      title: "Deze link is voorbij",
      text: "Hij is verlopen of ingetrokken. Vraag om een nieuwe.",
    },
    unknown: {
      title: "Deze link bestaat niet",
      text: "Misschien ontbreekt een deel van het adres, of is het stukje verwijderd.",
    },
    wait: { title: "Een ogenblik", text: undefined },
    failed: { title: "Er ging iets mis", text: undefined },
    offline: { title: "Je bent offline", text: undefined },
  },
};
