import type { words as en } from "../en/rows.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  attachments: ({ count }) =>
    plural(count, {
      one: `${number(count)} pièce jointe`,
      other: `${number(count)} pièces jointes`,
    }),
  comments: ({ count }) =>
    plural(count, { one: `${number(count)} commentaire`, other: `${number(count)} commentaires` }),
  reactions: ({ count }) =>
    plural(count, { one: `${number(count)} réaction`, other: `${number(count)} réactions` }),
  textNotShared: "Le texte n'est pas partagé.",
  markAsRead: ({ name }) => `Marquer l'encouragement de ${name} comme lu`,
  deleted: "Supprimé",
  undo: "Annuler",
  visibleTo: "Visible pour :",
  visibilities: { user: "Moi", team: "Équipe", org: "Organisation", public: "Tout le monde" },
  titleAndText: ({ title, text }) => `Titre : ${title} · Texte : ${text}`,
  zoneNow: ({ zone }) => `Tes jours et tes rappels suivent : ${zone}.`,
  useZone: ({ zone }) => `Utiliser ${zone}`,
  keepZone: ({ zone }) => `Garder ${zone}`,
};
