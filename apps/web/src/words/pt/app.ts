import type { words as en } from "../en/app.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  notFound: "Não encontrado",
  nothingHere: "Não há nada neste endereço",
  toToday: "Ir para Hoje",
  stop: "Parar",
  haveALook: "Ver",
  offlineState: "Sem conexão",
  notSentYet: "Ainda não enviado",
  sendingState: "Enviando …",
  upToDate: "Tudo em dia",
  unread: ({ count }) =>
    plural(count, { one: `${number(count)} não lida`, other: `${number(count)} não lidas` }),
  actingAs: ({ name }) => `Você age como ${name}. O registro anota isso.`,
  actingAsUser: "Você age como outra pessoa. O registro anota isso.",
  offline: "Você está sem conexão. Pode continuar escrevendo.",
  sentLater: ({ count }) =>
    plural(count, {
      one: `Enviamos ${number(count)} mudança mais tarde.`,
      other: `Enviamos ${number(count)} mudanças mais tarde.`,
    }),
  conflicts: ({ count }) =>
    plural(count, {
      one: `${number(count)} mudança espera sua escolha.`,
      other: `${number(count)} mudanças esperam sua escolha.`,
    }),
  notSent: ({ count }) =>
    plural(count, {
      one: `${number(count)} coisa não pôde ser enviada.`,
      other: `${number(count)} coisas não puderam ser enviadas.`,
    }),
  changes: ({ count }) =>
    plural(count, { one: `${number(count)} mudança`, other: `${number(count)} mudanças` }),
  today: "Hoje",
  people: "Pessoas",
  window: "Janela",
  assistant: "Assistente",
  lab: "Laboratório",
  me: "Eu",
  more: "Mais",
  skip: "Ir para o conteúdo",
  main: "Menu principal",
  needsNetwork: "Para isso é preciso conexão",
  didNotWork: "Não deu certo",
  needsNetworkHint: "O que está neste aparelho fica aqui. O resto vem quando você tiver conexão.",
  noAnswer: "O serviço não responde no momento.",
  loading: "Carregando",
  isLoading: ({ what }) => `${what} …`,
  dismiss: "Ocultar",
  couldNotLoad: "Esta parte do app não carregou.",
  offlineTryLater: "Você está sem conexão. Tente quando ela voltar.",
  ourFault: "Algo deu errado do nosso lado. Tente de novo daqui a pouco.",
  addressUnknown: "Não há nada neste endereço.",
  keptHere: "Guardado neste aparelho. Enviamos quando você tiver conexão.",
  linkFailed: "Esse link não funcionou. Peça um novo, por favor.",
  sessionEnded:
    "Sua sessão terminou. O que você escreveu está seguro neste aparelho. Entre de novo, por favor.",
  refusals: {
    invalid_credentials: "O endereço ou a senha não está certo.",
    email_not_confirmed: "Abra primeiro o link do nosso e-mail, por favor.",
    email_address_invalid: "Isto não é um endereço de e-mail.",
    user_already_exists: "Este endereço já tem uma conta.",
    user_banned: "Esta conta está bloqueada.",
    weak_password: "Esta senha é fácil demais de adivinhar. Escolha uma mais longa.",
    same_password: "Você já tem esta senha. Escolha outra.",
    rate_limited: "Foi muito em pouco tempo. Espere um pouco, por favor.",
    daily_quota_reached: "Por hoje é só. Amanhã você pode continuar.",
    quota_reached: "Você não pode guardar mais. Apague algo primeiro.",
    storage_full: "Seu espaço está cheio. Apague algo primeiro.",
    unavailable: "Isto não funciona agora. Tente de novo em um minuto.",
  },
};
