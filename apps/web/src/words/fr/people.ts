import type { words as en } from "../en/people.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  people: "Proches",
  badge: "Badge",
  level: ({ level }) => `Niveau ${number(level)}`,
  toNextLevel: "Vers le prochain niveau",
  sentLabel: "envoyés",
  workedLabel: "ont fait écrire quelqu'un",
  daysLabel: "jours de suite",
  allLevels: "Tous les niveaux",
  levels: "Niveaux",
  reached: "Atteint",
  leaderboardHint: "Les encouragements qui ont fait écrire le plus de gens.",
  leaderboard: "Classement",
  nobodyCheered: "Personne n'a encore envoyé d'encouragement",
  cheersThatWorked: ({ count }) =>
    plural(count, {
      one: `${number(count)} encouragement qui a fait écrire quelqu'un`,
      other: `${number(count)} encouragements qui ont fait écrire quelqu'un`,
    }),
  shareThatWorked: ({ share }) => `${share} des tiens y sont arrivés`,
  daysInARowAsked: ({ count }) =>
    plural(count, {
      one: `${number(count)} jour de suite`,
      other: `${number(count)} jours de suite`,
    }),
  ofSent: ({ count }) =>
    plural(count, { one: `${number(count)} envoyé`, other: `${number(count)} envoyés` }),
  sendACheer: "Envoyer un encouragement",
  whoGetsACheer: "Pour qui, cet encouragement ?",
  who: "Pour qui ?",
  sentTo: ({ name }) => `Envoyé à ${name}`,
  whatToSend: "Quoi envoyer",
  readyMade: "Tout prêts",
  inMyOwnWords: "Avec mes mots",
  kind: "De quel genre ?",
  link: "Lien",
  linkHint: "De YouTube, Vimeo, Spotify ou SoundCloud",
  wordsOptional: "Mots (facultatif)",
  cheerWords: "Mots",
  chooseOne: "Choisis-en un",
  cheersToChoose: "Encouragements au choix",
  noReadyCheers: "Pas d'encouragements tout prêts",
  noReadyCheersHint: "Prends tes propres mots.",
  kinds: {
    encouragement: "Des mots doux",
    science_tidbit: "Un fait scientifique",
    media: "Une chanson ou une vidéo",
  },
  cheersLeftToday: ({ count, own }) =>
    `Tu peux encore en envoyer ${number(count)} aujourd'hui, dont ${number(own)} avec tes mots`,
  cheers: "Encouragements",
  received: "Reçus",
  sent: "Envoyés",
  badges: "Badges",
  noCheers: "Pas encore d'encouragements",
  noCheersHint: "Les mots doux de tes proches apparaissent ici.",
  nothingSent: "Tu n'as pas encore envoyé d'encouragement",
  nothingSentHint:
    "Une phrase suffit. Si elle fait écrire l'autre, tu gagnes d'autres encouragements à envoyer.",
  someoneWhoLeft: "Quelqu'un qui est parti",
  read: "Lu",
  cheersLeftLabel: ({ count }) =>
    plural(count, {
      one: "encouragement à envoyer aujourd'hui",
      other: "encouragements à envoyer aujourd'hui",
    }),
  bonusCheers: ({ count }) =>
    plural(count, {
      one: `${number(count)} encouragement gagné en plus`,
      other: `${number(count)} encouragements gagnés en plus`,
    }),
  inOwnWords: ({ count }) => `${number(count)} avec tes mots`,
  theyWrote: ({ count }) =>
    plural(count, {
      one: `Ça a marché ! Tu gagnes ${number(count)} encouragement`,
      other: `Ça a marché ! Tu gagnes ${number(count)} encouragements`,
    }),
  ifTheyWrite: ({ count, until }) =>
    plural(count, {
      one: `${number(count)} encouragement gagné si ça fait écrire avant : ${until}`,
      other: `${number(count)} encouragements gagnés si ça fait écrire avant : ${until}`,
    }),
  person: "Personne",
  isBlocked: ({ name }) => `Tu as bloqué ${name}`,
  isUnblocked: ({ name }) => `Tu as débloqué ${name}`,
  youBlock: ({ name }) =>
    `Tu as bloqué ${name}. Cette personne ne peut ni t'encourager ni t'ajouter.`,
  myProfile: "Mon profil",
  cheer: "Encourager",
  unblock: "Débloquer",
  block: "Bloquer",
  publicEntries: "Entrées publiques",
  entries: "Entrées",
  nothingPublic: "Rien de public pour l'instant",
  nameOrHandle: "Nom ou identifiant",
  oneMoreLetter: "Tape encore une lettre.",
  found: ({ count }) =>
    plural(count, {
      one: `${number(count)} personne trouvée`,
      other: `${number(count)} personnes trouvées`,
    }),
  nobodyFound: "Aucune personne trouvée",
  nobodyFoundHint: "Essaie les premières lettres du nom ou de l'identifiant.",
  badgeNames: {
    Seedling: "Graine",
    Sprout: "Pousse",
    Bloom: "Fleur",
    Pollinator: "Butineuse",
    Keeper: "Rucher",
    "Queen Bee": "Reine des abeilles",
    Legend: "Légende",
  },
  badgeTexts: { "Every garden begins with a seed.": "Tout jardin commence par une graine." },
  notAPersonHint:
    "C'est le service qui joue ce compte, pour qu'il y ait assez de monde dans les chaînes et les batailles. Personne ne lit ce que tu lui écris.",
};
