import type { words as en } from "../en/confirm.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  linkUsed: "Deze link is verlopen of al gebruikt. Vraag een nieuwe aan.",
  offline: "Je bent offline. Probeer het als je weer online bent.",
  pageTitle: "Je link – Dagboek",
  signInAs: ({ email }) => `Inloggen als ${email}?`,
  newPasswordFor: ({ email }) => `Nieuw wachtwoord voor ${email}`,
  passwordHint: "Minstens 8 tekens",
  saveAndSignIn: "Bewaren en inloggen",
  signIn: "Inloggen",
  stayAsIAm: "Nee, laat het zo",
  notMe: "Dat ben ik niet",
  oneMoreLink: "Nog een link",
  notComplete: "Deze link is niet compleet",
  otherLink: "Dank je! Open nu de link die we naar je andere adres stuurden.",
  openAgain: "Open de link in je e-mail nog eens, of vraag een nieuwe aan.",
  openApp: "App openen",
  toJournal: "Naar mijn dagboek",
  toSignIn: "Naar het inloggen",
  otherSignedIn: ({ email }) =>
    `Je bent ingelogd als ${email}. Ga je door, dan wordt dat account hier uitgelogd.`,
  changesLost: ({ count }) =>
    plural(count, {
      one: "1 wijziging ervan is nog niet verstuurd en gaat verloren.",
      other: `${number(count)} wijzigingen ervan zijn nog niet verstuurd en gaan verloren.`,
    }),
  nothingChanges: ({ email }) => `Je bent ingelogd als ${email}. Er verandert nog niets.`,
  kinds: {
    signup: { title: "Bevestig je e-mailadres", act: "Bevestigen" },
    email_change: { title: "Bevestig je nieuwe adres", act: "Bevestigen" },
    magiclink: { title: "Inloggen", act: "Verder" },
    email: { title: "Inloggen", act: "Verder" },
    invite: { title: "Je bent uitgenodigd", act: "Aannemen" },
    recovery: { title: "Kies een nieuw wachtwoord", act: "Verder" },
  },
};
