import type { words as en } from "../en/sharing.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  shareLink: "Lien de partage",
  hint:
    "Avec le lien, tout le monde peut lire cette entrée, ses photos et ton nom, sans compte. Si tu changes l'entrée, le changement se voit.",
  linkWorksFor: "Le lien marche",
  passphrase: "Phrase secrète (facultatif)",
  passphraseHint: "Au moins 6 caractères. Ne l'envoie pas avec le lien.",
  needsNetwork: "Tu es hors ligne. Tu pourras créer un lien à ton retour.",
  makeLink: "Créer un lien",
  copyNow: ({ until }) =>
    `Copie-le maintenant, tu ne le vois qu'une fois. Il marche jusqu'à : ${until}.`,
  lost: "Le lien a été créé, mais il s'est perdu en route. Crées-en un autre.",
  myShareLinks: "Mes liens de partage",
  done: "Terminé",
  days: ({ count }) =>
    plural(count, { one: `${number(count)} jour`, other: `${number(count)} jours` }),
};
