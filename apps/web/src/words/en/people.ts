import { plural } from "../../plural.ts";
import { number } from "../../words.ts";

export const words = {
  people: "People",
  badge: "Badge",
  level: ({ level }: { level: number }) => `Level ${number(level)}`,
  toNextLevel: "To the next level",
  sentLabel: "sent",
  workedLabel: "got someone writing",
  daysLabel: "days in a row",
  allLevels: "All levels",
  levels: "Levels",
  reached: "Reached",
  leaderboardHint: "Whose cheers got the most people writing.",
  leaderboard: "Leaderboard",
  nobodyCheered: "Nobody has sent a cheer yet",
  cheersThatWorked: ({ count }: { count: number }) =>
    plural(count, {
      one: "1 cheer that got someone writing",
      other: `${number(count)} cheers that got someone writing`,
    }),
  shareThatWorked: ({ share }: { share: string }) => `${share} of your cheers did`,
  daysInARowAsked: ({ count }: { count: number }) =>
    plural(count, { one: "1 day in a row", other: `${number(count)} days in a row` }),
  ofSent: ({ count }: { count: number }) => `${number(count)} sent`,
  sendACheer: "Send a cheer",
  whoGetsACheer: "Who gets a cheer?",
  who: "Who?",
  sentTo: ({ name }: { name: string }) => `Sent to ${name}`,
  whatToSend: "What to send",
  readyMade: "Ready-made",
  inMyOwnWords: "In my own words",
  kind: "What kind?",
  link: "Link",
  linkHint: "From YouTube, Vimeo, Spotify or SoundCloud",
  wordsOptional: "Words (optional)",
  cheerWords: "Words",
  chooseOne: "Choose one",
  cheersToChoose: "Cheers to choose from",
  noReadyCheers: "No ready cheers",
  noReadyCheersHint: "Use your own words.",
  kinds: {
    encouragement: "Kind words",
    science_tidbit: "A fact from science",
    media: "A song or a video",
  },
  cheersLeftToday: ({ count, own }: { count: number; own: number }) =>
    `You can send ${number(count)} more today, ${number(own)} in your own words`,
  cheers: "Cheers",
  received: "Received",
  sent: "Sent",
  badges: "Badges",
  noCheers: "No cheers yet",
  noCheersHint: "Kind words from your friends appear here.",
  nothingSent: "You have not sent a cheer yet",
  nothingSentHint:
    "One sentence is enough. If it gets your friend writing, you earn more cheers to send.",
  someoneWhoLeft: "Someone who left",
  read: "Read",
  cheersLeftLabel: ({ count }: { count: number }) =>
    plural(count, { one: "cheer left to send today", other: "cheers left to send today" }),
  bonusCheers: ({ count }: { count: number }) =>
    plural(count, { one: "1 extra cheer earned", other: `${number(count)} extra cheers earned` }),
  inOwnWords: ({ count }: { count: number }) => `${number(count)} in your own words`,
  theyWrote: ({ count }: { count: number }) =>
    plural(count, {
      one: "They wrote! You earned 1 cheer",
      other: `They wrote! You earned ${number(count)} cheers`,
    }),
  ifTheyWrite: ({ count, until }: { count: number; until: string }) =>
    plural(count, {
      one: `You earn 1 cheer if they write by ${until}`,
      other: `You earn ${number(count)} cheers if they write by ${until}`,
    }),
  person: "Person",
  isBlocked: ({ name }: { name: string }) => `${name} is blocked`,
  isUnblocked: ({ name }: { name: string }) => `${name} is not blocked any more`,
  youBlock: ({ name }: { name: string }) =>
    `You blocked ${name}. They cannot cheer you or add you.`,
  myProfile: "My profile",
  cheer: "Cheer",
  unblock: "Unblock",
  block: "Block",
  publicEntries: "Public entries",
  entries: "Entries",
  nothingPublic: "Nothing public yet",
  nameOrHandle: "Name or handle",
  oneMoreLetter: "Type one more letter.",
  found: ({ count }: { count: number }) =>
    plural(count, { one: "1 person found", other: `${number(count)} people found` }),
  nobodyFound: "Nobody found",
  nobodyFoundHint: "Try the first letters of their name or handle.",
  /** By the name that the service gives them; super admins may give others. */
  badgeNames: {
    Seedling: "Seedling",
    Sprout: "Sprout",
    Bloom: "Bloom",
    Pollinator: "Pollinator",
    Keeper: "Keeper",
    "Queen Bee": "Queen Bee",
    Legend: "Legend",
  },
  /** By what the service says of them. */
  badgeTexts: { "Every garden begins with a seed.": "Every garden begins with a seed." },
  notAPersonHint:
    "The service plays this account, so that there are enough people for chains and battles. Nobody reads what you write to it.",
};
