import type { words as en } from "../en/tones.ts";

export const words: typeof en = {
  names: {
    joyful: "alegria",
    grateful: "gratidão",
    excited: "empolgação",
    hopeful: "esperança",
    content: "satisfação",
    peaceful: "paz",
    optimistic: "otimismo",
    calm: "calma",
    energetic: "energia",
    contemplative: "reflexão",
    neutral: "neutro",
    tired: "cansaço",
    melancholic: "melancolia",
    sad: "tristeza",
    anxious: "ansiedade",
    worried: "preocupação",
    frustrated: "frustração",
    disappointed: "decepção",
    pessimistic: "pessimismo",
    angry: "raiva",
  },
};
