import type { words as en } from "../en/shared.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  journal: "Tagebuch",
  loading: "Der Eintrag lädt …",
  pageTitle: ({ title }) => `${title} – Tagebuch`,
  photosAndRecordings: "Fotos und Aufnahmen",
  photo: ({ n }) => `Foto ${number(n)}`,
  recording: ({ n }) => `Aufnahme ${number(n)}`,
  hasPassphrase: "Dieser Eintrag hat ein Kennwort",
  hasPassphraseHint: "Frag die Person, die dir den Link geschickt hat.",
  passphrase: "Kennwort",
  open: "Öffnen",
  tryAgain: "Noch einmal",
  sharedByAuthor: "Dieser Eintrag ist mit allen geteilt, die den Link haben.",
  whatIsJournal: "Was ist das hier?",
  opensIn: ({ time }) => `In ${time} kannst du es noch einmal versuchen.`,
  couldNotLoad: "Der Eintrag wurde nicht geladen.",
  states: {
    gone: {
      title: "Dieser Link ist beendet",
      text: "Er ist abgelaufen oder wurde zurückgenommen. Bitte um einen neuen.",
    },
    unknown: {
      title: "Diesen Link gibt es nicht",
      text: "Vielleicht fehlt ein Teil der Adresse, oder der Eintrag wurde gelöscht.",
    },
    wait: { title: "Einen Moment, bitte", text: undefined },
    failed: { title: "Etwas ist schiefgegangen", text: undefined },
    offline: { title: "Du bist offline", text: undefined },
  },
};
