import type { words as en } from "../en/people.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  people: "Gente",
  badge: "Insignia",
  level: ({ level }) => `Nivel ${number(level)}`,
  toNextLevel: "Para el siguiente nivel",
  sentLabel: "enviados",
  workedLabel: "hicieron escribir a alguien",
  daysLabel: "días seguidos",
  allLevels: "Todos los niveles",
  levels: "Niveles",
  reached: "Alcanzado",
  leaderboardHint: "Los ánimos de quién hicieron escribir a más gente.",
  leaderboard: "Clasificación",
  nobodyCheered: "Aún nadie ha enviado ánimos",
  cheersThatWorked: ({ count }) =>
    plural(count, {
      one: "1 ánimo que hizo escribir a alguien",
      other: `${number(count)} ánimos que hicieron escribir a alguien`,
    }),
  shareThatWorked: ({ share }) => `El ${share} de los tuyos lo consiguió`,
  daysInARowAsked: ({ count }) =>
    plural(count, { one: "1 día seguido", other: `${number(count)} días seguidos` }),
  ofSent: ({ count }) => `${number(count)} enviados`,
  sendACheer: "Enviar ánimos",
  whoGetsACheer: "¿A quién le das ánimos?",
  who: "¿A quién?",
  sentTo: ({ name }) => `Enviado a ${name}`,
  whatToSend: "Qué enviar",
  readyMade: "Ya hechos",
  inMyOwnWords: "Con mis palabras",
  kind: "¿De qué tipo?",
  link: "Enlace",
  linkHint: "De YouTube, Vimeo, Spotify o SoundCloud",
  wordsOptional: "Palabras (opcional)",
  cheerWords: "Palabras",
  chooseOne: "Elige uno",
  cheersToChoose: "Ánimos para elegir",
  noReadyCheers: "No hay ánimos ya hechos",
  noReadyCheersHint: "Usa tus propias palabras.",
  kinds: {
    encouragement: "Palabras amables",
    science_tidbit: "Un dato de la ciencia",
    media: "Una canción o un vídeo",
  },
  cheersLeftToday: ({ count, own }) =>
    `Hoy puedes enviar ${number(count)} más, ${number(own)} con tus palabras`,
  cheers: "Ánimos",
  received: "Recibidos",
  sent: "Enviados",
  badges: "Insignias",
  noCheers: "Aún no hay ánimos",
  noCheersHint: "Las palabras amables de tu gente aparecen aquí.",
  nothingSent: "Aún no has enviado ánimos",
  nothingSentHint:
    "Basta una frase. Si hace escribir a la otra persona, ganas más ánimos para enviar.",
  someoneWhoLeft: "Alguien que se fue",
  read: "Leído",
  cheersLeftLabel: ({ count }) =>
    plural(count, { one: "ánimo por enviar hoy", other: "ánimos por enviar hoy" }),
  bonusCheers: ({ count }) =>
    plural(count, { one: "1 ánimo extra ganado", other: `${number(count)} ánimos extra ganados` }),
  inOwnWords: ({ count }) => `${number(count)} con tus palabras`,
  theyWrote: ({ count }) =>
    plural(count, {
      one: "¡Ha escrito! Has ganado 1 ánimo",
      other: `¡Ha escrito! Has ganado ${number(count)} ánimos`,
    }),
  ifTheyWrite: ({ count, until }) =>
    plural(count, {
      one: `Ganas 1 ánimo si escribe antes de ${until}`,
      other: `Ganas ${number(count)} ánimos si escribe antes de ${until}`,
    }),
  person: "Persona",
  isBlocked: ({ name }) => `Has bloqueado a ${name}`,
  isUnblocked: ({ name }) => `Has desbloqueado a ${name}`,
  youBlock: ({ name }) => `Has bloqueado a ${name}. No puede animarte ni añadirte.`,
  myProfile: "Mi perfil",
  cheer: "Animar",
  unblock: "Desbloquear",
  block: "Bloquear",
  publicEntries: "Entradas públicas",
  entries: "Entradas",
  nothingPublic: "Aún no hay nada público",
  nameOrHandle: "Nombre o usuario",
  oneMoreLetter: "Escribe una letra más.",
  found: ({ count }) =>
    plural(count, { one: "1 persona encontrada", other: `${number(count)} personas encontradas` }),
  nobodyFound: "No se ha encontrado a nadie",
  nobodyFoundHint: "Prueba con las primeras letras de su nombre o usuario.",
};
