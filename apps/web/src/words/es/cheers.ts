import type { words as en } from "../en/cheers.ts";

export const words: typeof en = {
  cheersForYou: "Ánimos para ti",
  all: "Todos",
  cheers: "Ánimos",
  writeWithMe: "Escribe conmigo",
  yourPeople: "Tu gente",
  inviteFriend: "Invitar a alguien",
  inviteHint: "Con este enlace una persona puede entrar en tu círculo. Funciona 14 días.",
  invite: "Invitar",
  cheerNamed: ({ name }) => `Animar a ${name}`,
  thankYou: "¡Gracias!",
  heardThanks: ({ name }) => `${name} recibe tus gracias`,
  cheerForYou: "Ánimos para ti",
  thank: "Dar las gracias",
  thankNamed: ({ name }) => `Dar las gracias a ${name}`,
  writeBack: "Responder",
  cheersYouOn: ({ name }) => `${name} te anima`,
};
