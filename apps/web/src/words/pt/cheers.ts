import type { words as en } from "../en/cheers.ts";

export const words: typeof en = {
  cheersForYou: "Força para você",
  all: "Tudo",
  cheers: "Força",
  writeWithMe: "Escreva comigo",
  yourPeople: "Sua gente",
  inviteFriend: "Convidar alguém",
  inviteHint: "Com este link, uma pessoa pode entrar no seu círculo. Ele vale por 14 dias.",
  invite: "Convidar",
  cheerNamed: ({ name }) => `Torcer por ${name}`,
  thankYou: "Obrigado!",
  heardThanks: ({ name }) => `${name} recebe seu agradecimento`,
  cheerForYou: "Uma força para você",
  thank: "Agradecer",
  thankNamed: ({ name }) => `Agradecer a ${name}`,
  writeBack: "Responder",
  cheersYouOn: ({ name }) => `${name} torce por você`,
};
