import type { words as en } from "../en/calendar-address.ts";

export const words: typeof en = {
  title: "Calendrier",
  name: "Dans ton appli de calendrier",
  text:
    "Donne cette adresse à ton appli de calendrier. Elle affichera les dates de tes objectifs en cours et tes créneaux des deux prochaines semaines.",
  calendar: "Mon calendrier",
  copyNow:
    "Copie-la maintenant. Tu ne la vois que cette fois, et quiconque l'a peut lire ton calendrier.",
  address: "Adresse",
  madeAt: ({ date }) =>
    `Tu as créé une adresse le ${date}. Si tu en crées une autre, elle ne marchera plus.`,
  shownOnce: "Tu ne vois l'adresse qu'une seule fois.",
  make: "Créer une adresse",
  makeNew: "Créer une nouvelle adresse",
  end: "Supprimer l'adresse",
  askEnd: "Supprimer l'adresse ?",
  askEndHint: "Tes applis de calendrier ne recevront plus tes objectifs et tes créneaux.",
  endIt: "Supprimer",
  ended: "L'adresse ne marche plus",
};
