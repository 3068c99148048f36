import type { words as en } from "../en/sections.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  me: "Eu",
  list: "Seções",
  notFound: "Não encontrado",
  nothingHere: "Não há nada neste endereço",
  groups: {
    you: "Você",
    habits: "Hábitos",
    drops: "Gotas e loja",
    connections: "Outros apps",
    privacy: "Privacidade e dados",
  },
  names: {
    profile: "Perfil",
    notifications: "Avisos",
    waiting: "Para enviar",
    goals: "Metas",
    insights: "Seu ano",
    streaks: "Sequências",
    reminders: "Lembretes",
    balance: "Gotas",
    shop: "Loja",
    packs: "Pacotes de imagens",
    premium: "Premium",
    music: "Música",
    mail: "Diário por e-mail",
    calendar: "Calendário",
    connections: "Conexões",
    privacy: "Privacidade e acesso",
    links: "Links de leitura",
    data: "Seus dados",
  },
  connectionsHint: "Programas e assistentes que usam seu diário",
  unread: ({ count }) =>
    plural(count, { one: `${number(count)} novo`, other: `${number(count)} novos` }),
  active: ({ count }) =>
    plural(count, { one: `${number(count)} ativa`, other: `${number(count)} ativas` }),
  administration: "Administração",
  signOut: "Sair",
  signOutHere: "Sair deste aparelho",
  askSignOut: "Sair?",
  signOutHint: "O serviço guarda seu diário. Nada dele fica neste aparelho.",
  signOutAndLose: "Sair e perder",
  loseHint: ({ count }) =>
    plural(count, {
      one: `${
        number(count)
      } mudança ainda não foi enviada e vai se perder. O serviço guarda todo o resto.`,
      other: `${
        number(count)
      } mudanças ainda não foram enviadas e vão se perder. O serviço guarda todo o resto.`,
    }),
};
