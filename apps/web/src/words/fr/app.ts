import type { words as en } from "../en/app.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  notFound: "Introuvable",
  nothingHere: "Il n'y a rien à cette adresse",
  toToday: "Aller à l'accueil",
  stop: "Arrêter",
  haveALook: "Regarder",
  offlineState: "Hors ligne",
  notSentYet: "Pas encore envoyé",
  sendingState: "Envoi …",
  upToDate: "Tout est à jour",
  unread: ({ count }) =>
    plural(count, { one: `${number(count)} non lue`, other: `${number(count)} non lues` }),
  actingAs: ({ name }) => `Tu agis en tant que ${name}. Le journal d'audit le note.`,
  actingAsUser: "Tu agis en tant que quelqu'un d'autre. Le journal d'audit le note.",
  offline: "Tu es hors ligne. Tu peux continuer à écrire.",
  sentLater: ({ count }) =>
    plural(count, {
      one: `On enverra ${number(count)} changement plus tard.`,
      other: `On enverra ${number(count)} changements plus tard.`,
    }),
  conflicts: ({ count }) =>
    plural(count, {
      one: `${number(count)} changement attend ton choix.`,
      other: `${number(count)} changements attendent ton choix.`,
    }),
  notSent: ({ count }) =>
    plural(count, {
      one: `${number(count)} chose n'a pas pu être envoyée.`,
      other: `${number(count)} choses n'ont pas pu être envoyées.`,
    }),
  changes: ({ count }) =>
    plural(count, { one: `${number(count)} changement`, other: `${number(count)} changements` }),
  today: "Accueil",
  people: "Proches",
  window: "Créneau",
  assistant: "Assistant",
  lab: "Labo",
  me: "Moi",
  more: "Plus",
  skip: "Aller au contenu",
  main: "Menu principal",
  needsNetwork: "Il faut être en ligne pour ça",
  didNotWork: "Ça n'a pas marché",
  needsNetworkHint:
    "Tout ce qui est sur cet appareil y reste. Le reste arrive quand tu seras de nouveau en ligne.",
  noAnswer: "Le service ne répond pas pour l'instant.",
  loading: "Chargement",
  isLoading: ({ what }) => `${what} …`,
  dismiss: "Masquer",
  couldNotLoad: "Cette partie de l'appli ne s'est pas chargée.",
  offlineTryLater: "Tu es hors ligne. Réessaie quand tu seras de retour.",
  ourFault: "Quelque chose a cloché chez nous. Réessaie dans un instant.",
  addressUnknown: "Il n'y a rien à cette adresse.",
  keptHere: "Gardé sur cet appareil. On l'envoie quand tu seras de nouveau en ligne.",
  linkFailed: "Ce lien n'a pas marché. Demandes-en un nouveau.",
  sessionEnded:
    "Ta session est terminée. Ce que tu as écrit est en sécurité sur cet appareil. Reconnecte-toi, s'il te plaît.",
  refusals: {
    invalid_credentials: "L'adresse ou le mot de passe n'est pas bon.",
    email_not_confirmed: "Ouvre d'abord le lien de notre e-mail, s'il te plaît.",
    email_address_invalid: "Ce n'est pas une adresse e-mail.",
    user_already_exists: "Cette adresse a déjà un compte.",
    user_banned: "Ce compte est bloqué.",
    weak_password: "Ce mot de passe est trop facile à deviner. Prends-en un plus long.",
    same_password: "Tu as déjà ce mot de passe. Prends-en un autre.",
    rate_limited: "C'était beaucoup en peu de temps. Attends un peu, s'il te plaît.",
    daily_quota_reached: "C'est tout pour aujourd'hui. Tu peux continuer demain.",
    quota_reached: "Tu ne peux pas en garder plus. Supprimes-en d'abord.",
    storage_full: "Ton espace est plein. Supprime d'abord quelque chose.",
    unavailable: "Ça ne marche pas en ce moment. Réessaie dans une minute.",
    required: "Remplis ce champ.",
    no_drops_left: "Tu n'as plus d'encouragements pour aujourd'hui.",
    no_custom_drops_left:
      "Tu ne peux plus écrire avec tes mots aujourd'hui. Envoie un encouragement tout prêt.",
    chat_busy: "L'assistant est encore en train de répondre.",
    ai_limit_reached: "L'assistant en a assez fait pour aujourd'hui. Il reprend demain.",
    already_invited: "Cette personne est déjà invitée.",
    invitation_ended: "Cette invitation n'est plus valable. Demandes-en une autre.",
    import_running: "Une importation est en cours. Attends qu'elle soit finie.",
    invitation_needed: "Cette personne ne vient qu'avec une invitation.",
  },
};
