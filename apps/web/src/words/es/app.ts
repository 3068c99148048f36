import type { words as en } from "../en/app.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  notFound: "No encontrado",
  nothingHere: "No hay nada en esta dirección",
  toToday: "Ir a Hoy",
  stop: "Terminar",
  haveALook: "Mirar",
  offlineState: "Sin conexión",
  notSentYet: "Aún sin enviar",
  sendingState: "Enviando …",
  upToDate: "Todo al día",
  unread: ({ count }) => `${number(count)} sin leer`,
  actingAs: ({ name }) => `Actúas como ${name}. Queda anotado en el registro.`,
  actingAsUser: "Actúas como otra persona. Queda anotado en el registro.",
  offline: "Estás sin conexión. Puedes seguir escribiendo.",
  sentLater: ({ count }) =>
    plural(count, {
      one: "Enviamos 1 cambio más tarde.",
      other: `Enviamos ${number(count)} cambios más tarde.`,
    }),
  conflicts: ({ count }) =>
    plural(count, {
      one: "Tienes que elegir en 1 cambio.",
      other: `Tienes que elegir en ${number(count)} cambios.`,
    }),
  notSent: ({ count }) =>
    plural(count, {
      one: "1 cosa no se pudo enviar.",
      other: `${number(count)} cosas no se pudieron enviar.`,
    }),
  changes: ({ count }) => plural(count, { one: "1 cambio", other: `${number(count)} cambios` }),
  today: "Hoy",
  people: "Gente",
  window: "Franja",
  assistant: "Asistente",
  lab: "Laboratorio",
  me: "Yo",
  more: "Más",
  skip: "Saltar al contenido",
  main: "Menú principal",
  needsNetwork: "Para esto necesitas conexión",
  didNotWork: "No ha funcionado",
  needsNetworkHint:
    "Lo que hay en este dispositivo se queda aquí. El resto llega cuando vuelvas a tener conexión.",
  noAnswer: "El servicio no responde en este momento.",
  loading: "Cargando",
  isLoading: ({ what }) => `${what} …`,
  dismiss: "Ocultar",
  couldNotLoad: "Esta parte de la app no se ha cargado.",
  offlineTryLater: "Estás sin conexión. Inténtalo cuando vuelvas a tenerla.",
  ourFault: "Algo ha fallado por nuestra parte. Inténtalo otra vez en un momento.",
  addressUnknown: "No hay nada en esta dirección.",
  keptHere: "Guardado en este dispositivo. Lo enviamos cuando vuelvas a tener conexión.",
  linkFailed: "Ese enlace no ha funcionado. Pide uno nuevo, por favor.",
  sessionEnded:
    "Tu sesión ha terminado. Lo que escribiste está a salvo en este dispositivo. Vuelve a entrar, por favor.",
  refusals: {
    invalid_credentials: "La dirección o la contraseña no es correcta.",
    email_not_confirmed: "Abre primero el enlace de nuestro correo, por favor.",
    email_address_invalid: "Esto no es una dirección de correo.",
    user_already_exists: "Esta dirección ya tiene una cuenta.",
    user_banned: "Esta cuenta está bloqueada.",
    weak_password: "Esta contraseña es demasiado fácil de adivinar. Elige una más larga.",
    same_password: "Ya tienes esta contraseña. Elige otra.",
    rate_limited: "Ha sido mucho en poco tiempo. Espera un poco, por favor.",
    daily_quota_reached: "Por hoy es todo. Mañana puedes seguir.",
    quota_reached: "No puedes guardar más. Borra algo primero.",
    storage_full: "Tu espacio está lleno. Borra algo primero.",
    unavailable: "Ahora mismo no funciona. Inténtalo otra vez en un minuto.",
  },
};
