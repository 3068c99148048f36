import type { words as en } from "../en/tones.ts";

export const words: typeof en = {
  names: {
    joyful: "blij",
    grateful: "dankbaar",
    excited: "enthousiast",
    hopeful: "hoopvol",
    content: "tevreden",
    peaceful: "vredig",
    optimistic: "optimistisch",
    calm: "rustig",
    energetic: "vol energie",
    contemplative: "bedachtzaam",
    neutral: "neutraal",
    tired: "moe",
    melancholic: "weemoedig",
    sad: "verdrietig",
    anxious: "angstig",
    worried: "bezorgd",
    frustrated: "gefrustreerd",
    disappointed: "teleurgesteld",
    pessimistic: "pessimistisch",
    angry: "boos",
  },
};
