import type { words as en } from "../en/people.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  people: "Pessoas",
  badge: "Medalha",
  level: ({ level }) => `Nível ${number(level)}`,
  toNextLevel: "Até o próximo nível",
  sentLabel: "enviadas",
  workedLabel: "fizeram alguém escrever",
  daysLabel: "dias seguidos",
  allLevels: "Todos os níveis",
  levels: "Níveis",
  reached: "Alcançado",
  leaderboardHint: "A força de quem fez mais gente escrever.",
  leaderboard: "Classificação",
  nobodyCheered: "Ninguém mandou uma força ainda",
  cheersThatWorked: ({ count }) =>
    plural(count, {
      one: `${number(count)} força que fez alguém escrever`,
      other: `${number(count)} forças que fizeram alguém escrever`,
    }),
  shareThatWorked: ({ share }) => `${share} das suas conseguiram`,
  daysInARowAsked: ({ count }) =>
    plural(count, { one: `${number(count)} dia seguido`, other: `${number(count)} dias seguidos` }),
  ofSent: ({ count }) =>
    plural(count, { one: `${number(count)} enviada`, other: `${number(count)} enviadas` }),
  sendACheer: "Enviar uma força",
  whoGetsACheer: "Para quem vai a força?",
  who: "Para quem?",
  sentTo: ({ name }) => `Enviado para ${name}`,
  whatToSend: "O que enviar",
  readyMade: "Prontas",
  inMyOwnWords: "Com minhas palavras",
  kind: "De que tipo?",
  link: "Link",
  linkHint: "Do YouTube, Vimeo, Spotify ou SoundCloud",
  wordsOptional: "Palavras (opcional)",
  cheerWords: "Palavras",
  chooseOne: "Escolha uma",
  cheersToChoose: "Mensagens de força para escolher",
  noReadyCheers: "Não há mensagens prontas",
  noReadyCheersHint: "Use suas próprias palavras.",
  kinds: {
    encouragement: "Palavras gentis",
    science_tidbit: "Um fato da ciência",
    media: "Uma música ou um vídeo",
  },
  cheersLeftToday: ({ count, own }) =>
    `Hoje você ainda pode enviar ${number(count)}, ${number(own)} com suas palavras`,
  cheers: "Força",
  received: "Recebidas",
  sent: "Enviadas",
  badges: "Medalhas",
  noCheers: "Nada por aqui ainda",
  noCheersHint: "Palavras gentis da sua gente aparecem aqui.",
  nothingSent: "Você ainda não mandou uma força",
  nothingSentHint:
    "Uma frase basta. Se ela fizer a outra pessoa escrever, você ganha mais para enviar.",
  someoneWhoLeft: "Alguém que saiu",
  read: "Lida",
  cheersLeftLabel: ({ count }) =>
    plural(count, { one: "força para enviar hoje", other: "forças para enviar hoje" }),
  bonusCheers: ({ count }) =>
    plural(count, {
      one: `${number(count)} força extra ganha`,
      other: `${number(count)} forças extras ganhas`,
    }),
  inOwnWords: ({ count }) => `${number(count)} com suas palavras`,
  theyWrote: ({ count }) =>
    plural(count, {
      one: `Deu certo! Você ganhou ${number(count)} força`,
      other: `Deu certo! Você ganhou ${number(count)} forças`,
    }),
  ifTheyWrite: ({ count, until }) =>
    plural(count, {
      one: `Você ganha ${number(count)} força se a pessoa escrever até ${until}`,
      other: `Você ganha ${number(count)} forças se a pessoa escrever até ${until}`,
    }),
  person: "Pessoa",
  isBlocked: ({ name }) => `Você bloqueou ${name}`,
  isUnblocked: ({ name }) => `Você desbloqueou ${name}`,
  youBlock: ({ name }) =>
    `Você bloqueou ${name}. Essa pessoa não pode dar força a você nem adicionar você.`,
  myProfile: "Meu perfil",
  cheer: "Dar uma força",
  unblock: "Desbloquear",
  block: "Bloquear",
  publicEntries: "Registros públicos",
  entries: "Registros",
  nothingPublic: "Nada público ainda",
  nameOrHandle: "Nome ou usuário",
  oneMoreLetter: "Digite mais uma letra.",
  found: ({ count }) =>
    plural(count, {
      one: `${number(count)} pessoa encontrada`,
      other: `${number(count)} pessoas encontradas`,
    }),
  nobodyFound: "Ninguém encontrado",
  nobodyFoundHint: "Tente as primeiras letras do nome ou usuário.",
  badgeNames: {
    Seedling: "Semente",
    Sprout: "Broto",
    Bloom: "Flor",
    Pollinator: "Polinização",
    Keeper: "Colmeia",
    "Queen Bee": "Abelha-rainha",
    Legend: "Lenda",
  },
  badgeTexts: { "Every garden begins with a seed.": "Todo jardim começa com uma semente." },
  notAPersonHint:
    "O serviço controla esta conta, para que haja gente suficiente nas correntes e batalhas. Ninguém lê o que você escreve para ela.",
};
