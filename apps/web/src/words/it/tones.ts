import type { words as en } from "../en/tones.ts";

export const words: typeof en = {
  names: {
    joyful: "gioia",
    grateful: "gratitudine",
    excited: "entusiasmo",
    hopeful: "speranza",
    content: "soddisfazione",
    peaceful: "pace",
    optimistic: "ottimismo",
    calm: "calma",
    energetic: "energia",
    contemplative: "riflessione",
    neutral: "neutro",
    tired: "stanchezza",
    melancholic: "malinconia",
    sad: "tristezza",
    anxious: "ansia",
    worried: "preoccupazione",
    frustrated: "frustrazione",
    disappointed: "delusione",
    pessimistic: "pessimismo",
    angry: "rabbia",
  },
};
