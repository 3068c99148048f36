import type { words as en } from "../en/window-explained.ts";

export const words: typeof en = {
  title: "Comment ça marche",
  parts: {
    window: {
      name: "Créneau",
      text:
        "Deux heures par jour que tu gardes pour bouger, lire ou te reposer. Fais ton check-in avec une photo.",
    },
    people: {
      name: "Chaîne",
      text:
        "La personne avant toi te passe le témoin quand elle fait son check-in. Tu le passes à ton tour.",
    },
    team: {
      name: "Duel",
      text:
        "Chaque check-in gagne un jeton pour l'équipe rouge ou la bleue. La semaine finit dimanche.",
    },
    picture: { name: "Mosaïque", text: "Une image de tous ceux qui participent aujourd'hui." },
  },
  gotIt: "Compris",
  ahead: {
    red: "Les rouges mènent",
    blue: "Les bleus mènent",
    none: "Les deux équipes sont à égalité",
  },
  fight:
    "Les deux équipes ont le même adversaire. Plus une équipe fait de check-ins, plus elle frappe fort.",
  photos: "Photos de tes proches",
  you: "Toi",
  photo: "Tu y es avec tes initiales.",
  showPhoto: "Montrer ma photo",
  showsPhoto: "Ta prochaine photo sera dans la prochaine image",
};
