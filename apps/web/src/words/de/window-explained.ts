import type { words as en } from "../en/window-explained.ts";

export const words: typeof en = {
  title: "So geht das",
  parts: {
    window: {
      name: "Zeitfenster",
      text:
        "Zwei Stunden am Tag, in denen du dich bewegst, liest oder ausruhst. Check mit einem Foto ein.",
    },
    people: {
      name: "Kette",
      text: "Die Person vor dir gibt dir den Stab, wenn sie eincheckt. Du gibst ihn weiter.",
    },
    team: {
      name: "Duell",
      text:
        "Jeder Check-in bringt einen Chip für das rote oder das blaue Team. Die Woche endet am Sonntag.",
    },
    picture: { name: "Mosaik", text: "Ein Bild von allen, die heute mitmachen." },
  },
  gotIt: "Verstanden",
  ahead: { red: "Rot liegt vorn", blue: "Blau liegt vorn", none: "Beide Teams sind gleichauf" },
  fight:
    "Beide Teams haben denselben Gegner. Ein Team trifft umso härter, je öfter es eingecheckt hat.",
  photos: "Fotos deiner Leute",
  you: "Du",
  photo: "Du bist mit deinen Initialen darin.",
  showPhoto: "Mein Foto zeigen",
  showsPhoto: "Dein nächstes Foto ist im nächsten Bild",
};
