import type { words as en } from "../en/streaks.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Reeksen",
  inARow: "Dagen op rij",
  journal: "Dagboek",
  writeToday: "Stopt vandaag als je niet schrijft",
  checkInToday: "Stopt vandaag zonder check-in",
  lastOn: ({ date }) => `Laatst op ${date}`,
  notBegun: "Nog niet begonnen",
  days: ({ count }) => plural(count, { one: "1 dag", other: `${number(count)} dagen` }),
  longest: ({ count }) => `langste ${number(count)}`,
  milestones: "Mijlpalen",
  reached: "Bereikt",
  toGo: ({ count }) => plural(count, { one: "nog 1 dag", other: `nog ${number(count)} dagen` }),
  calendar: "Jouw dagen",
  written: "geschreven",
  frozen: "een joker redde je reeks",
  paused: "gepauzeerd",
  legend: "Wat de dagen betekenen",
  legendWritten: "Geschreven",
  legendFrozen: "Joker",
  legendPaused: "Pauze",
  nothingOn: "Op deze dag schreef je niets.",
  frozenOn: "Je schreef niets, en een joker redde je reeks.",
  pausedOn: "Op deze dag hadden je reeksen pauze.",
  freezes: "Jokers",
  held: ({ count }) =>
    plural(count, { one: "Je hebt 1 joker.", other: `Je hebt ${number(count)} jokers.` }),
  heldNone: "Je hebt er geen.",
  explained:
    "Een joker redt je reeksen als je een dag overslaat. Hij werkt vanzelf: je doet niets. Hij geldt die dag voor je dagboek en voor alle doelen met twee dagen op rij of meer. Je kunt er twee hebben. Schrijf je later over die dag, dan krijg je de joker terug.",
  savedOn: ({ date }) => `De laatste is gebruikt op ${date}.`,
  bought: ({ count }) =>
    plural(count, {
      one: "Gekocht. Je hebt nog 1 druppel.",
      other: `Gekocht. Je hebt nog ${number(count)} druppels.`,
    }),
  buy: ({ count }) =>
    plural(count, {
      one: "Er een kopen voor 1 druppel",
      other: `Er een kopen voor ${number(count)} druppels`,
    }),
  most: "Twee is het meeste.",
  balance: ({ count }) =>
    plural(count, { one: "Je hebt 1 druppel.", other: `Je hebt ${number(count)} druppels.` }),
  pause: "Pauze",
  pausedFor: ({ since, until }) => `Je reeksen hebben pauze van ${since} tot ${until}.`,
  pauseText:
    "Op vakantie, of ziek? Een pauze houdt al je reeksen vast tot een dag die je kiest. Dagen dat je schrijft tellen gewoon mee, en je kunt haar altijd beëindigen.",
  pausedUntil: ({ until }) => `Pauze tot ${until}`,
  pauseEnded: "De pauze is voorbij",
  until: "Tot",
  untilHint: "De laatste dag van de pauze, hooguit 90 dagen vooruit",
  changeDate: "Datum wijzigen",
  endPause: "Pauze beëindigen",
};
