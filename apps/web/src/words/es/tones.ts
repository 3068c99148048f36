import type { words as en } from "../en/tones.ts";

export const words: typeof en = {
  names: {
    joyful: "alegría",
    grateful: "gratitud",
    excited: "emoción",
    hopeful: "esperanza",
    content: "satisfacción",
    peaceful: "paz",
    optimistic: "optimismo",
    calm: "calma",
    energetic: "energía",
    contemplative: "reflexión",
    neutral: "neutral",
    tired: "cansancio",
    melancholic: "melancolía",
    sad: "tristeza",
    anxious: "ansiedad",
    worried: "preocupación",
    frustrated: "frustración",
    disappointed: "decepción",
    pessimistic: "pesimismo",
    angry: "enfado",
  },
};
