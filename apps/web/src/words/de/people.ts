import type { words as en } from "../en/people.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  people: "Leute",
  badge: "Abzeichen",
  level: ({ level }) => `Stufe ${number(level)}`,
  toNextLevel: "Bis zur nächsten Stufe",
  sentLabel: "gesendet",
  workedLabel: "haben jemanden zum Schreiben gebracht",
  daysLabel: "Tage am Stück",
  allLevels: "Alle Stufen",
  levels: "Stufen",
  reached: "Erreicht",
  leaderboardHint: "Wessen Zurufe die meisten zum Schreiben gebracht haben.",
  leaderboard: "Rangliste",
  nobodyCheered: "Noch hat niemand jemanden angefeuert",
  cheersThatWorked: ({ count }) =>
    plural(count, {
      one: "1 Zuruf, der jemanden zum Schreiben gebracht hat",
      other: `${number(count)} Zurufe, die jemanden zum Schreiben gebracht haben`,
    }),
  shareThatWorked: ({ share }) => `${share} deiner Zurufe haben gewirkt`,
  daysInARowAsked: ({ count }) =>
    plural(count, { one: "1 Tag am Stück", other: `${number(count)} Tage am Stück` }),
  ofSent: ({ count }) => `${number(count)} gesendet`,
  sendACheer: "Zuruf senden",
  whoGetsACheer: "Wer bekommt einen Zuruf?",
  who: "Wer?",
  sentTo: ({ name }) => `An ${name} gesendet`,
  whatToSend: "Was du sendest",
  readyMade: "Fertige",
  inMyOwnWords: "Mit meinen Worten",
  kind: "Welche Art?",
  link: "Link",
  linkHint: "Von YouTube, Vimeo, Spotify oder SoundCloud",
  wordsOptional: "Worte (freiwillig)",
  cheerWords: "Worte",
  chooseOne: "Wähle einen",
  cheersToChoose: "Zurufe zum Auswählen",
  noReadyCheers: "Keine fertigen Zurufe",
  noReadyCheersHint: "Nimm deine eigenen Worte.",
  kinds: {
    encouragement: "Gute Worte",
    science_tidbit: "Etwas aus der Wissenschaft",
    media: "Ein Lied oder ein Video",
  },
  cheersLeftToday: ({ count, own }) =>
    `Heute kannst du noch ${number(count)} senden, ${number(own)} mit eigenen Worten`,
  cheers: "Zurufe",
  received: "Bekommen",
  sent: "Gesendet",
  badges: "Abzeichen",
  noCheers: "Noch keine Zurufe",
  noCheersHint: "Gute Worte von deinen Leuten erscheinen hier.",
  nothingSent: "Du hast noch keinen Zuruf gesendet",
  nothingSentHint:
    "Ein Satz genügt. Wenn die andere Person dann schreibt, verdienst du weitere Zurufe.",
  someoneWhoLeft: "Jemand, der gegangen ist",
  read: "Gelesen",
  cheersLeftLabel: ({ count }) =>
    plural(count, { one: "Zuruf heute noch übrig", other: "Zurufe heute noch übrig" }),
  bonusCheers: ({ count }) =>
    plural(count, { one: "1 Zuruf dazuverdient", other: `${number(count)} Zurufe dazuverdient` }),
  inOwnWords: ({ count }) => `${number(count)} mit eigenen Worten`,
  theyWrote: ({ count }) =>
    plural(count, {
      one: "Es hat gewirkt! Du bekommst 1 Zuruf",
      other: `Es hat gewirkt! Du bekommst ${number(count)} Zurufe`,
    }),
  ifTheyWrite: ({ count, until }) =>
    plural(count, {
      one: `Wirkt es bis ${until}, bekommst du 1 Zuruf`,
      other: `Wirkt es bis ${until}, bekommst du ${number(count)} Zurufe`,
    }),
  person: "Person",
  isBlocked: ({ name }) => `${name} ist blockiert`,
  isUnblocked: ({ name }) => `${name} ist nicht mehr blockiert`,
  youBlock: ({ name }) =>
    `Du hast ${name} blockiert und bekommst von dort weder Zurufe noch Einladungen.`,
  myProfile: "Mein Profil",
  cheer: "Anfeuern",
  unblock: "Nicht mehr blockieren",
  block: "Blockieren",
  publicEntries: "Öffentliche Einträge",
  entries: "Einträge",
  nothingPublic: "Noch nichts Öffentliches",
  nameOrHandle: "Name oder Nutzername",
  oneMoreLetter: "Tippe noch einen Buchstaben.",
  found: ({ count }) =>
    plural(count, { one: "1 Person gefunden", other: `${number(count)} Personen gefunden` }),
  nobodyFound: "Niemand gefunden",
  nobodyFoundHint: "Versuch es mit den ersten Buchstaben des Namens.",
  badgeNames: {
    Seedling: "Keimling",
    Sprout: "Spross",
    Bloom: "Blüte",
    Pollinator: "Bestäuber",
    Keeper: "Imker",
    "Queen Bee": "Bienenkönigin",
    Legend: "Legende",
  },
  badgeTexts: { "Every garden begins with a seed.": "Jeder Garten beginnt mit einem Samen." },
  notAPersonHint:
    "Diesen Account spielt der Dienst, damit es für Ketten und Kämpfe genug Leute gibt. Was du ihm schreibst, liest niemand.",
};
