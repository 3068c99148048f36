import type { words as en } from "../en/beginnings.ts";

export const words: typeof en = {
  title: "Was es noch gibt",
  goals: {
    name: "Ziele",
    text: "Nenn eine Sache, die du tun willst. Wir fragen einmal am Tag, wie es lief.",
    act: "Neues Ziel",
  },
  window: {
    name: "Zeitfenster",
    text:
      "Zwei Stunden am Tag, die du dir für Bewegung freihältst. Die Leute vor und nach dir tun dasselbe.",
    act: "Zeitfenster wählen",
  },
  cheers: {
    name: "Zurufe",
    text: "Jemand, der dich kennt, liest, was du teilst, und feuert dich an.",
    act: "Jemanden einladen",
  },
};
