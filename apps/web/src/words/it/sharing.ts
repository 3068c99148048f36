import type { words as en } from "../en/sharing.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  shareLink: "Link di lettura",
  hint:
    "Chi ha il link può leggere questa pagina, con le sue foto e il tuo nome, senza account. Se cambi la pagina, la modifica si vede.",
  linkWorksFor: "Il link vale",
  passphrase: "Parola segreta (facoltativa)",
  passphraseHint: "Almeno 6 caratteri. Non mandarla insieme al link.",
  needsNetwork: "Sei offline. Potrai creare un link quando torni.",
  makeLink: "Crea un link",
  copyNow: ({ until }) => `Copialo ora, lo vedi una volta sola. Vale fino a ${until}.`,
  lost: "Il link è stato creato, ma si è perso per strada. Creane un altro.",
  myShareLinks: "I miei link di lettura",
  done: "Fatto",
  days: ({ count }) => plural(count, { one: "1 giorno", other: `${number(count)} giorni` }),
};
