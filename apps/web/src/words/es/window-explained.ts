import type { words as en } from "../en/window-explained.ts";

export const words: typeof en = {
  title: "Cómo funciona",
  parts: {
    window: {
      name: "Franja",
      text:
        "Dos horas al día que te guardas para moverte, leer o descansar. Haz check-in con una foto.",
    },
    people: {
      name: "Cadena",
      text:
        "La persona de antes te pasa el testigo cuando hace check-in. Tú lo pasas a la siguiente.",
    },
    team: {
      name: "Duelo",
      text:
        "Cada check-in gana una ficha para el equipo rojo o el azul. La semana acaba el domingo.",
    },
    picture: { name: "Mosaico", text: "Una imagen con todas las personas que participan hoy." },
  },
  gotIt: "Entendido",
  ahead: { red: "Gana el rojo", blue: "Gana el azul", none: "Los dos equipos van igualados" },
  fight:
    "Los dos equipos tienen el mismo rival. Un equipo golpea más fuerte cuantos más check-ins haga.",
  photos: "Fotos de tu gente",
  you: "Tú",
  photo: "Estás en él con tus iniciales.",
  showPhoto: "Mostrar mi foto",
  showsPhoto: "Tu próxima foto estará en la próxima imagen",
};
