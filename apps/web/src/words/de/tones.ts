import type { words as en } from "../en/tones.ts";

export const words: typeof en = {
  names: {
    joyful: "fröhlich",
    grateful: "dankbar",
    excited: "begeistert",
    hopeful: "hoffnungsvoll",
    content: "zufrieden",
    peaceful: "friedlich",
    optimistic: "zuversichtlich",
    calm: "ruhig",
    energetic: "voller Energie",
    contemplative: "nachdenklich",
    neutral: "neutral",
    tired: "müde",
    melancholic: "wehmütig",
    sad: "traurig",
    anxious: "ängstlich",
    worried: "besorgt",
    frustrated: "frustriert",
    disappointed: "enttäuscht",
    pessimistic: "pessimistisch",
    angry: "wütend",
  },
};
