import type { words as en } from "../en/sections.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  me: "Moi",
  list: "Rubriques",
  notFound: "Introuvable",
  nothingHere: "Il n'y a rien à cette adresse",
  groups: {
    you: "Toi",
    habits: "Habitudes",
    drops: "Gouttes et boutique",
    connections: "Autres applis",
    privacy: "Vie privée et données",
  },
  names: {
    profile: "Profil",
    notifications: "Notifications",
    waiting: "À envoyer",
    goals: "Objectifs",
    insights: "Ton année",
    streaks: "Séries",
    reminders: "Rappels",
    balance: "Gouttes",
    shop: "Boutique",
    packs: "Packs d'images",
    premium: "Premium",
    music: "Musique",
    mail: "Journal par e-mail",
    calendar: "Calendrier",
    connections: "Connexions",
    privacy: "Vie privée et connexion",
    links: "Liens de partage",
    data: "Tes données",
  },
  connectionsHint: "Programmes et assistants qui utilisent ton journal",
  unread: ({ count }) =>
    plural(count, { one: `${number(count)} nouvelle`, other: `${number(count)} nouvelles` }),
  active: ({ count }) => `${number(count)} en cours`,
  administration: "Administration",
  signOut: "Se déconnecter",
  signOutHere: "Se déconnecter de cet appareil",
  askSignOut: "Te déconnecter ?",
  signOutHint: "Le service garde ton journal. Rien n'en reste sur cet appareil.",
  signOutAndLose: "Me déconnecter et les perdre",
  loseHint: ({ count }) =>
    plural(count, {
      one: `${
        number(count)
      } changement n'est pas encore envoyé et sera perdu. Le service garde tout le reste.`,
      other: `${
        number(count)
      } changements ne sont pas encore envoyés et seront perdus. Le service garde tout le reste.`,
    }),
};
