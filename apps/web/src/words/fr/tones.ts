import type { words as en } from "../en/tones.ts";

export const words: typeof en = {
  names: {
    joyful: "joie",
    grateful: "gratitude",
    excited: "enthousiasme",
    hopeful: "espoir",
    content: "satisfaction",
    peaceful: "paix",
    optimistic: "optimisme",
    calm: "calme",
    energetic: "énergie",
    contemplative: "réflexion",
    neutral: "neutre",
    tired: "fatigue",
    melancholic: "mélancolie",
    sad: "tristesse",
    anxious: "anxiété",
    worried: "inquiétude",
    frustrated: "frustration",
    disappointed: "déception",
    pessimistic: "pessimisme",
    angry: "colère",
  },
};
