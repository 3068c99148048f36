import type { words as en } from "../en/streaks.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Serien",
  inARow: "Tage am Stück",
  journal: "Tagebuch",
  writeToday: "Endet heute, wenn du nicht schreibst",
  checkInToday: "Endet heute, wenn du nichts angibst",
  lastOn: ({ date }) => `Zuletzt am ${date}`,
  notBegun: "Noch nicht begonnen",
  days: ({ count }) => plural(count, { one: "1 Tag", other: `${number(count)} Tage` }),
  longest: ({ count }) => `längste ${number(count)}`,
  milestones: "Marken",
  reached: "Erreicht",
  toGo: ({ count }) => plural(count, { one: "noch 1 Tag", other: `noch ${number(count)} Tage` }),
  calendar: "Deine Tage",
  written: "geschrieben",
  frozen: "ein Joker hat deine Serie gerettet",
  paused: "pausiert",
  legend: "Was die Tage bedeuten",
  legendWritten: "Geschrieben",
  legendFrozen: "Joker",
  legendPaused: "Pause",
  nothingOn: "An diesem Tag hast du nichts geschrieben.",
  frozenOn: "Du hast nichts geschrieben, und ein Joker hat deine Serie gerettet.",
  pausedOn: "An diesem Tag hatten deine Serien Pause.",
  freezes: "Joker",
  held: ({ count }) =>
    plural(count, { one: "Du hast 1 Joker.", other: `Du hast ${number(count)} Joker.` }),
  heldNone: "Du hast keinen.",
  explained:
    "Ein Joker rettet deine Serien, wenn du einen Tag auslässt. Er wirkt von selbst: Du musst nichts tun. Er gilt an dem Tag für dein Tagebuch und für alle Ziele mit zwei Tagen am Stück oder mehr. Zwei kannst du haben. Schreibst du später über den Tag, bekommst du ihn zurück.",
  savedOn: ({ date }) => `Den letzten hast du am ${date} gebraucht.`,
  bought: ({ count }) =>
    plural(count, {
      one: "Gekauft. Du hast noch 1 Tropfen.",
      other: `Gekauft. Du hast noch ${number(count)} Tropfen.`,
    }),
  buy: ({ count }) =>
    plural(count, {
      one: "Einen für 1 Tropfen kaufen",
      other: `Einen für ${number(count)} Tropfen kaufen`,
    }),
  most: "Mehr als zwei gehen nicht.",
  balance: ({ count }) =>
    plural(count, { one: "Du hast 1 Tropfen.", other: `Du hast ${number(count)} Tropfen.` }),
  pause: "Pause",
  pausedFor: ({ since, until }) => `Deine Serien haben von ${since} bis ${until} Pause.`,
  pauseText:
    "Im Urlaub oder krank? Eine Pause hält all deine Serien bis zu einem Tag, den du wählst. Tage, an denen du schreibst, zählen trotzdem, und du kannst sie jederzeit beenden.",
  pausedUntil: ({ until }) => `Pause bis ${until}`,
  pauseEnded: "Die Pause ist zu Ende",
  until: "Bis",
  untilHint: "Der letzte Tag der Pause, bis zu 90 Tage im Voraus",
  changeDate: "Datum ändern",
  endPause: "Pause beenden",
};
