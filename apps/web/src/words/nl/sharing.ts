import type { words as en } from "../en/sharing.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  shareLink: "Deellink",
  hint:
    "Wie de link heeft, kan dit stukje lezen, met de foto's en je naam, zonder account. Wijzig je het stukje, dan is dat te zien.",
  linkWorksFor: "De link werkt",
  passphrase: "Wachtwoord (mag leeg)",
  passphraseHint: "Minstens 6 tekens. Stuur het niet samen met de link.",
  needsNetwork: "Je bent offline. Je kunt een link maken als je weer online bent.",
  makeLink: "Link maken",
  copyNow: ({ until }) => `Kopieer hem nu, je ziet hem maar één keer. Hij werkt tot ${until}.`,
  lost: "De link is gemaakt, maar onderweg verloren gegaan. Maak een andere.",
  myShareLinks: "Mijn deellinks",
  done: "Klaar",
  days: ({ count }) => plural(count, { one: "1 dag", other: `${number(count)} dagen` }),
};
