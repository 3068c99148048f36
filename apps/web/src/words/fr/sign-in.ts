import type { words as en } from "../en/sign-in.ts";

export const words: typeof en = {
  claim: "Une page par jour, et des gens pour la fêter avec toi.",
  promises: {
    lock: "Privé, tant que tu ne partages pas",
    cloud: "Hors ligne, et sur tous tes appareils",
    target: "Des objectifs que quelqu'un remarque",
  },
  example: {
    moment: "Mardi, 07:40",
    title: "Premier gel",
    text:
      "Couru le long de la rivière avant le travail. L'herbe blanche, et personne d'autre que les hérons.",
    friend: "Mara t'encourage",
    cheer: "Douze matins ! J'adore te lire.",
    streak: "12 jours de suite",
  },
  offline: "Tu es hors ligne. Réessaie quand tu seras de retour.",
  mailSent: "On t'a envoyé un e-mail. Ouvre son lien pour commencer ton journal.",
  resetSent: "Si cette adresse a un compte, un e-mail avec un lien est en route.",
  name: "Nom (facultatif)",
  nameHint: "Les autres le voient. Tu pourras le changer.",
  email: "E-mail",
  password: "Mot de passe",
  passwordHint: "Au moins 8 caractères",
  show: "Montrer ce que je tape",
  newHere: "Première fois ? Crée un compte",
  forgot: "Mot de passe oublié ?",
  haveAccount: "J'ai déjà un compte",
  backToSignIn: "Retour à la connexion",
  forms: {
    in: { title: "Te revoilà", act: "Me connecter" },
    up: { title: "Commence ton journal", act: "Créer un compte" },
    forgot: { title: "Un nouveau mot de passe", act: "Envoyer le lien" },
  },
};
