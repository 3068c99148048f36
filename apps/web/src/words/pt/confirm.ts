import type { words as en } from "../en/confirm.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  linkUsed: "Este link venceu ou já foi usado. Peça um novo, por favor.",
  offline: "Você está sem conexão. Tente quando ela voltar.",
  pageTitle: "Seu link – Diário",
  signInAs: ({ email }) => `Entrar como ${email}?`,
  newPasswordFor: ({ email }) => `Nova senha para ${email}`,
  passwordHint: "Pelo menos 8 caracteres",
  saveAndSignIn: "Salvar e entrar",
  signIn: "Entrar",
  stayAsIAm: "Não, deixar como está",
  notMe: "Não sou eu",
  oneMoreLink: "Mais um link",
  notComplete: "Este link não está completo",
  otherLink: "Obrigado! Agora abra o link que enviamos para seu outro endereço.",
  openAgain: "Abra de novo o link no seu e-mail, ou peça um novo.",
  openApp: "Abrir o app",
  toJournal: "Ir para meu diário",
  toSignIn: "Ir para o acesso",
  otherSignedIn: ({ email }) =>
    `Você está na conta ${email}. Se continuar, ela sai deste aparelho.`,
  changesLost: ({ count }) =>
    plural(count, {
      one: `${number(count)} mudança dela ainda não foi enviada e vai se perder.`,
      other: `${number(count)} mudanças dela ainda não foram enviadas e vão se perder.`,
    }),
  nothingChanges: ({ email }) => `Você está na conta ${email}. Nada muda ainda.`,
  kinds: {
    signup: { title: "Confirme seu e-mail", act: "Confirmar" },
    email_change: { title: "Confirme seu novo endereço", act: "Confirmar" },
    magiclink: { title: "Entrar", act: "Continuar" },
    email: { title: "Entrar", act: "Continuar" },
    invite: { title: "Você recebeu um convite", act: "Aceitar" },
    recovery: { title: "Escolha uma nova senha", act: "Continuar" },
  },
};
