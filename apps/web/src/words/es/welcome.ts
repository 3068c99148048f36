import type { words as en } from "../en/welcome.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  label: "Tus primeros pasos",
  progress: ({ step, of }) => `Paso ${number(step)} de ${number(of)}`,
  skip: "Saltar",
  skipAll: "Saltar todo esto",
  name: {
    title: "¿Cómo te llamamos?",
    field: "Tu nombre",
    hint: "Tu gente lo ve. Basta el nombre de pila.",
    next: "Seguir",
  },
  goal: {
    title: "¿Hay algo que quieras hacer?",
    text:
      "Te preguntamos una vez al día cómo ha ido. Mejor pequeño: diez minutos fuera, una página de un libro.",
    field: "Lo que quiero hacer",
    next: "Esta es mi meta",
    none: "Por ahora, ninguna meta",
  },
  reminder: {
    title: "¿Te recordamos escribir?",
    text: "Una vez al día, y nunca un día en que ya hayas escrito.",
    field: "Recuérdamelo a las",
    next: "Recuérdamelo",
    none: "Sin recordatorio",
  },
  moods: {
    title: "¿Puede la IA buscar el ánimo de tus entradas?",
    text:
      "Tu texto va entonces al proveedor de IA, sin tu nombre, y vuelve como una palabra, por ejemplo «esperanza». Un ánimo que elijas tú siempre se queda. Puedes cambiarlo en Yo, Privacidad.",
    yes: "Sí, que lo busque",
    no: "No, gracias",
  },
  write: {
    title: "Escribe tu primera frase",
    text: "Una basta. Solo la ves tú.",
    field: "¿Qué tienes en mente?",
    next: "Guardarla",
    later: "Más tarde",
    saved: "Tu primera página está aquí",
  },
  friend: {
    title: "¿Quién puede animarte?",
    text: "Invita a una persona. Verá lo que tú quieras compartir y te animará.",
    next: "Crear un enlace",
    later: "Más tarde",
    done: "Listo",
  },
  push: {
    title: "Recordatorios y ánimos en este dispositivo",
    text: "Llegan incluso con el diario cerrado.",
    act: "Encender los avisos",
    done: "Los avisos están encendidos",
    refused: "El navegador no permitió los avisos.",
  },
  install: {
    title: "Ten el diario a mano",
    text: "Como una app, con su propio icono. También se abre sin conexión.",
    onApple: "Toca Compartir en el navegador y luego «Añadir a pantalla de inicio».",
    act: "Instalar la app",
  },
  notNow: "Ahora no",
};
