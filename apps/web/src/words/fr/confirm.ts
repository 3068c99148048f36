import type { words as en } from "../en/confirm.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  linkUsed: "Ce lien a expiré ou a déjà servi. Demandes-en un nouveau.",
  offline: "Tu es hors ligne. Réessaie quand tu seras de retour.",
  pageTitle: "Ton lien – Journal",
  signInAs: ({ email }) => `Se connecter avec ${email} ?`,
  newPasswordFor: ({ email }) => `Nouveau mot de passe pour ${email}`,
  passwordHint: "Au moins 8 caractères",
  saveAndSignIn: "Enregistrer et me connecter",
  signIn: "Me connecter",
  stayAsIAm: "Non, ne rien changer",
  notMe: "Ce n'est pas moi",
  oneMoreLink: "Encore un lien",
  notComplete: "Ce lien n'est pas complet",
  otherLink: "Merci ! Ouvre maintenant le lien envoyé à ton autre adresse.",
  openAgain: "Ouvre à nouveau le lien dans ton e-mail, ou demandes-en un autre.",
  openApp: "Ouvrir l'appli",
  toJournal: "Aller à mon journal",
  toSignIn: "Aller à la connexion",
  otherSignedIn: ({ email }) =>
    `Tu es sur le compte ${email}. Si tu continues, il sera déconnecté ici.`,
  changesLost: ({ count }) =>
    plural(count, {
      one: `${number(count)} de ses changements n'est pas encore envoyé et sera perdu.`,
      other: `${number(count)} de ses changements ne sont pas encore envoyés et seront perdus.`,
    }),
  nothingChanges: ({ email }) => `Tu es sur le compte ${email}. Rien ne change pour l'instant.`,
  kinds: {
    signup: { title: "Confirme ton adresse e-mail", act: "Confirmer" },
    email_change: { title: "Confirme ta nouvelle adresse", act: "Confirmer" },
    magiclink: { title: "Connexion", act: "Continuer" },
    email: { title: "Connexion", act: "Continuer" },
    invite: { title: "Une invitation pour toi", act: "Accepter" },
    recovery: { title: "Choisis un nouveau mot de passe", act: "Continuer" },
  },
};
