import type { words as en } from "../en/cheers.ts";

export const words: typeof en = {
  cheersForYou: "Des encouragements pour toi",
  all: "Tous",
  cheers: "Encouragements",
  writeWithMe: "Écris avec moi",
  yourPeople: "Tes proches",
  inviteFriend: "Inviter quelqu'un",
  inviteHint: "Avec ce lien, une personne peut rejoindre ton cercle. Il marche 14 jours.",
  invite: "Inviter",
  cheerNamed: ({ name }) => `Encourager ${name}`,
  thankYou: "Merci !",
  heardThanks: ({ name }) => `${name} reçoit ton merci`,
  cheerForYou: "Un encouragement pour toi",
  thank: "Remercier",
  thankNamed: ({ name }) => `Remercier ${name}`,
  writeBack: "Répondre",
  cheersYouOn: ({ name }) => `${name} t'encourage`,
};
