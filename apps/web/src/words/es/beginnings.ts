import type { words as en } from "../en/beginnings.ts";

export const words: typeof en = {
  title: "Qué más hay aquí",
  goals: {
    name: "Metas",
    text: "Nombra una cosa que quieras hacer. Te preguntamos una vez al día cómo ha ido.",
    act: "Nueva meta",
  },
  window: {
    name: "Franja de ejercicio",
    text:
      "Dos horas al día que te guardas para moverte. Las personas de antes y después de ti hacen lo mismo.",
    act: "Elegir tu franja",
  },
  cheers: {
    name: "Ánimos",
    text: "Alguien cercano lee lo que compartes y te anima.",
    act: "Invitar a alguien",
  },
};
