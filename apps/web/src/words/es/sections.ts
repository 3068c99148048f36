import type { words as en } from "../en/sections.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  me: "Yo",
  list: "Secciones",
  notFound: "No encontrado",
  nothingHere: "No hay nada en esta dirección",
  groups: {
    you: "Tú",
    habits: "Hábitos",
    drops: "Gotas y tienda",
    connections: "Otras apps",
    privacy: "Privacidad y datos",
  },
  names: {
    profile: "Perfil",
    notifications: "Avisos",
    waiting: "Por enviar",
    goals: "Metas",
    insights: "Tu año",
    streaks: "Rachas",
    reminders: "Recordatorios",
    balance: "Gotas",
    shop: "Tienda",
    packs: "Packs de imágenes",
    premium: "Premium",
    music: "Música",
    mail: "Diario por correo",
    calendar: "Calendario",
    connections: "Conexiones",
    privacy: "Privacidad y acceso",
    links: "Enlaces para compartir",
    data: "Tus datos",
  },
  connectionsHint: "Programas y asistentes que usan tu diario",
  unread: ({ count }) => plural(count, { one: "1 nuevo", other: `${number(count)} nuevos` }),
  active: ({ count }) => plural(count, { one: "1 activa", other: `${number(count)} activas` }),
  administration: "Administración",
  signOut: "Salir",
  signOutHere: "Salir en este dispositivo",
  askSignOut: "¿Salir?",
  signOutHint: "El servicio guarda tu diario. En este dispositivo no queda nada de él.",
  signOutAndLose: "Salir y perderlos",
  loseHint: ({ count }) =>
    plural(count, {
      one: "1 cambio aún no se ha enviado y se perderá. El servicio guarda todo lo demás.",
      other: `${
        number(count)
      } cambios aún no se han enviado y se perderán. El servicio guarda todo lo demás.`,
    }),
};
