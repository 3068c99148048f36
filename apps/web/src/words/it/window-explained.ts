import type { words as en } from "../en/window-explained.ts";

export const words: typeof en = {
  title: "Come funziona",
  parts: {
    window: {
      name: "Fascia",
      text:
        "Due ore al giorno che tieni libere per muoverti, leggere o riposare. Fai check-in con una foto.",
    },
    people: {
      name: "Catena",
      text: "Chi viene prima di te ti passa il testimone quando fa check-in. Tu lo passi avanti.",
    },
    team: {
      name: "Sfida",
      text:
        "Ogni check-in porta un gettone alla squadra rossa o alla blu. La settimana finisce domenica.",
    },
    picture: { name: "Mosaico", text: "Un'immagine di tutti quelli che oggi partecipano." },
  },
  gotIt: "Capito",
  ahead: {
    red: "I rossi sono avanti",
    blue: "I blu sono avanti",
    none: "Le due squadre sono pari",
  },
  fight:
    "Le due squadre hanno lo stesso avversario. Più check-in fa una squadra, più colpisce forte.",
  photos: "Foto delle tue persone",
  you: "Tu",
  photo: "Ci sei con le tue iniziali.",
  showPhoto: "Mostra la mia foto",
  showsPhoto: "La tua prossima foto sarà nella prossima immagine",
};
