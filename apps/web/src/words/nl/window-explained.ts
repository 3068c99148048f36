import type { words as en } from "../en/window-explained.ts";

export const words: typeof en = {
  title: "Zo werkt dit",
  parts: {
    window: {
      name: "Tijdvak",
      text:
        "Twee uur per dag die je vrijhoudt om te bewegen, te lezen of te rusten. Check in met een foto.",
    },
    people: {
      name: "Keten",
      text: "De persoon voor je geeft je het stokje bij het inchecken. Jij geeft het door.",
    },
    team: {
      name: "Duel",
      text:
        "Elke check-in verdient een fiche voor het rode of het blauwe team. De week eindigt op zondag.",
    },
    picture: { name: "Mozaïek", text: "Eén beeld van iedereen die vandaag meedoet." },
  },
  gotIt: "Begrepen",
  ahead: { red: "Rood staat voor", blue: "Blauw staat voor", none: "Beide teams staan gelijk" },
  fight:
    "Beide teams hebben dezelfde tegenstander. Een team slaat harder naarmate het vaker heeft ingecheckt.",
  photos: "Foto's van je mensen",
  you: "Jij",
  photo: "Je staat erin met je initialen.",
  showPhoto: "Mijn foto tonen",
  showsPhoto: "Je volgende foto komt in het volgende beeld",
};
