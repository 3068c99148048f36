import type { words as en } from "../en/beginnings.ts";

export const words: typeof en = {
  title: "Wat hier nog meer is",
  goals: {
    name: "Doelen",
    text: "Noem één ding dat je wilt doen. We vragen eens per dag hoe het ging.",
    act: "Nieuw doel",
  },
  window: {
    name: "Beweegtijdvak",
    text:
      "Twee uur per dag die je vrijhoudt om te bewegen. De mensen voor en na jou doen hetzelfde.",
    act: "Kies je tijdvak",
  },
  cheers: {
    name: "Aanmoedigingen",
    text: "Iemand die je kent leest wat je deelt, en moedigt je aan.",
    act: "Iemand uitnodigen",
  },
};
