import type { words as en } from "../en/people.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  people: "Mensen",
  badge: "Badge",
  level: ({ level }) => `Niveau ${number(level)}`,
  toNextLevel: "Tot het volgende niveau",
  sentLabel: "verstuurd",
  workedLabel: "kregen iemand aan het schrijven",
  daysLabel: "dagen op rij",
  allLevels: "Alle niveaus",
  levels: "Niveaus",
  reached: "Bereikt",
  leaderboardHint: "Wiens aanmoedigingen de meeste mensen aan het schrijven kregen.",
  leaderboard: "Ranglijst",
  nobodyCheered: "Nog niemand stuurde een aanmoediging",
  cheersThatWorked: ({ count }) =>
    plural(count, {
      one: "1 aanmoediging die iemand aan het schrijven kreeg",
      other: `${number(count)} aanmoedigingen die iemand aan het schrijven kregen`,
    }),
  shareThatWorked: ({ share }) => `${share} van die van jou lukte het`,
  daysInARowAsked: ({ count }) =>
    plural(count, { one: "1 dag op rij", other: `${number(count)} dagen op rij` }),
  ofSent: ({ count }) => `${number(count)} verstuurd`,
  sendACheer: "Aanmoediging sturen",
  whoGetsACheer: "Wie krijgt een aanmoediging?",
  who: "Wie?",
  sentTo: ({ name }) => `Verstuurd aan ${name}`,
  whatToSend: "Wat je stuurt",
  readyMade: "Kant-en-klaar",
  inMyOwnWords: "In mijn eigen woorden",
  kind: "Wat voor soort?",
  link: "Link",
  linkHint: "Van YouTube, Vimeo, Spotify of SoundCloud",
  wordsOptional: "Woorden (mag leeg)",
  cheerWords: "Woorden",
  chooseOne: "Kies er een",
  cheersToChoose: "Aanmoedigingen om uit te kiezen",
  noReadyCheers: "Geen kant-en-klare aanmoedigingen",
  noReadyCheersHint: "Gebruik je eigen woorden.",
  kinds: {
    encouragement: "Lieve woorden",
    science_tidbit: "Een weetje uit de wetenschap",
    media: "Een lied of een video",
  },
  cheersLeftToday: ({ count, own }) =>
    `Je kunt er vandaag nog ${number(count)} sturen, ${number(own)} in je eigen woorden`,
  cheers: "Aanmoedigingen",
  received: "Gekregen",
  sent: "Verstuurd",
  badges: "Badges",
  noCheers: "Nog geen aanmoedigingen",
  noCheersHint: "Lieve woorden van je mensen verschijnen hier.",
  nothingSent: "Je hebt nog geen aanmoediging gestuurd",
  nothingSentHint:
    "Eén zin is genoeg. Krijgt die de ander aan het schrijven, dan verdien je er meer om te sturen.",
  someoneWhoLeft: "Iemand die weg is",
  read: "Gelezen",
  cheersLeftLabel: ({ count }) =>
    plural(count, { one: "aanmoediging over vandaag", other: "aanmoedigingen over vandaag" }),
  bonusCheers: ({ count }) =>
    plural(count, {
      one: "1 extra aanmoediging verdiend",
      other: `${number(count)} extra aanmoedigingen verdiend`,
    }),
  inOwnWords: ({ count }) => `${number(count)} in je eigen woorden`,
  theyWrote: ({ count }) =>
    plural(count, {
      one: "Het werkte! Je verdient 1 aanmoediging",
      other: `Het werkte! Je verdient ${number(count)} aanmoedigingen`,
    }),
  ifTheyWrite: ({ count, until }) =>
    plural(count, {
      one: `Je verdient 1 aanmoediging als het werkt voor ${until}`,
      other: `Je verdient ${number(count)} aanmoedigingen als het werkt voor ${until}`,
    }),
  person: "Persoon",
  isBlocked: ({ name }) => `${name} is geblokkeerd`,
  isUnblocked: ({ name }) => `${name} is niet meer geblokkeerd`,
  youBlock: ({ name }) => `Je hebt ${name} geblokkeerd. Die kan je niet aanmoedigen of toevoegen.`,
  myProfile: "Mijn profiel",
  cheer: "Aanmoedigen",
  unblock: "Deblokkeren",
  block: "Blokkeren",
  publicEntries: "Openbare stukjes",
  entries: "Stukjes",
  nothingPublic: "Nog niets openbaar",
  nameOrHandle: "Naam of gebruikersnaam",
  oneMoreLetter: "Typ nog een letter.",
  found: ({ count }) =>
    plural(count, { one: "1 persoon gevonden", other: `${number(count)} mensen gevonden` }),
  nobodyFound: "Niemand gevonden",
  nobodyFoundHint: "Probeer de eerste letters van de naam of gebruikersnaam.",
  badgeNames: {
    Seedling: "Kiem",
    Sprout: "Scheut",
    Bloom: "Bloesem",
    Pollinator: "Bestuiver",
    Keeper: "Imker",
    "Queen Bee": "Bijenkoningin",
    Legend: "Legende",
  },
  badgeTexts: { "Every garden begins with a seed.": "Elke tuin begint met een zaadje." },
  notAPersonHint:
    "De dienst speelt dit account, zodat er genoeg mensen zijn voor kettingen en gevechten. Niemand leest wat je eraan schrijft.",
};
