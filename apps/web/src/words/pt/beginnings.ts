import type { words as en } from "../en/beginnings.ts";

export const words: typeof en = {
  title: "O que mais há aqui",
  goals: {
    name: "Metas",
    text: "Diga uma coisa que você quer fazer. Perguntamos uma vez por dia como foi.",
    act: "Nova meta",
  },
  window: {
    name: "Janela de exercício",
    text:
      "Duas horas por dia que você guarda para se mexer. As pessoas antes e depois de você fazem o mesmo.",
    act: "Escolher sua janela",
  },
  cheers: {
    name: "Força",
    text: "Alguém próximo lê o que você compartilha e torce por você.",
    act: "Convidar alguém",
  },
};
