import type { words as en } from "../en/welcome.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  label: "Tes premiers pas",
  progress: ({ step, of }) => `Étape ${number(step)} sur ${number(of)}`,
  skip: "Passer",
  skipAll: "Passer tout ça",
  name: {
    title: "Comment t'appeler ?",
    field: "Ton nom",
    hint: "Tes proches le voient. Un prénom suffit.",
    next: "Continuer",
  },
  goal: {
    title: "Y a-t-il une chose que tu veux faire ?",
    text:
      "On te demande une fois par jour comment ça s'est passé. Petit, c'est bien : dix minutes dehors, une page d'un livre.",
    field: "Ce que je veux faire",
    next: "C'est mon objectif",
    none: "Pas d'objectif pour l'instant",
  },
  reminder: {
    title: "On te rappelle d'écrire ?",
    text: "Une fois par jour, et jamais un jour où tu as déjà écrit.",
    field: "Me le rappeler à",
    next: "Rappelle-le-moi",
    none: "Pas de rappel",
  },
  moods: {
    title: "L'IA peut-elle trouver l'humeur de tes entrées ?",
    text:
      "Ton texte va alors au fournisseur d'IA, sans ton nom, et revient sous forme d'un mot comme « espoir ». Une humeur que tu choisis reste toujours. Tu peux changer d'avis dans Moi, Vie privée.",
    yes: "Oui, vas-y",
    no: "Non, merci",
  },
  write: {
    title: "Écris ta première phrase",
    text: "Une seule suffit. Personne d'autre ne la voit.",
    field: "Qu'as-tu en tête ?",
    next: "La garder",
    later: "Plus tard",
    saved: "Ta première page est là",
  },
  friend: {
    title: "Qui peut t'encourager ?",
    text: "Invite une personne. Elle voit ce que tu choisis de partager, et t'encourage.",
    next: "Créer un lien",
    later: "Plus tard",
    done: "Terminé",
  },
  push: {
    title: "Rappels et encouragements sur cet appareil",
    text: "Ils arrivent même quand le journal est fermé.",
    act: "Activer les notifications",
    done: "Les notifications sont activées",
    refused: "Le navigateur n'a pas autorisé les notifications.",
  },
  install: {
    title: "Garde le journal sous la main",
    text: "Comme une appli, avec sa propre icône. Elle s'ouvre aussi sans réseau.",
    onApple: "Touche Partager dans le navigateur, puis « Sur l'écran d'accueil ».",
    act: "Installer l'appli",
  },
  notNow: "Pas maintenant",
};
