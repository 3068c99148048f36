import { plural } from "../../plural.ts";
import { number } from "../../words.ts";

export const words = {
  noWindow: "You have no window yet",
  yourWindow: "Your window",
  mosaic: "Mosaic",
  battle: "Battle",
  days: "Days",
  settings: "Settings",
  chooseWindow:
    "Choose two hours a day that you keep free to move, read or rest. We link you with people whose windows come just before and after yours.",
  pager: {
    day: { choose: "Choose the day", before: "The day before", after: "The day after" },
    week: { choose: "Choose the week", before: "The week before", after: "The week after" },
  },
  weekOf: ({ day }: { day: string }) => `Week of ${day}`,
  noBattle: "No battle this week",
  noBattleHint: "The red team and the blue team meet every week, from Monday to Sunday.",
  winner: "Winner",
  yourTeam: "Your team",
  chipsByDay: "Chips by day",
  day: "Day",
  damageByRound: "Damage by round",
  round: "Round",
  earnedMost: "Who earned the most",
  nobodyYet: "Nobody yet.",
  earlierBattles: "Earlier battles",
  chipsEarned: "Chips you earned",
  battlesWon: "Battles won",
  longestRun: "Longest run of days",
  battles: "Battles",
  noBattleDecided: "No battle has ended yet.",
  battleStates: {
    pending: "Open. The first check-in starts it",
    in_progress: "Goes on until Sunday night",
    completed: "Decided",
  },
  chipsLabel: ({ count }: { count: number }) => plural(count, { one: "chip", other: "chips" }),
  members: ({ count }: { count: number }) =>
    plural(count, { one: "1 member", other: `${number(count)} members` }),
  chips: ({ count }: { count: number }) =>
    plural(count, { one: "1 chip", other: `${number(count)} chips` }),
  won: { red: "Red won", blue: "Blue won" },
  tie: "Tie",
  damage: ({ red, blue }: { red: number; blue: number }) =>
    `Damage: red ${number(red)}, blue ${number(blue)}`,
  score: ({ red, count }: { red: number; count: number }) =>
    plural(count, {
      one: `${number(red)} to 1 chip`,
      other: `${number(red)} to ${number(count)} chips`,
    }),
  yourCheckIn: "Your check-in",
  needsPhoto: "A check-in needs a photo. Take one, or choose one.",
  photoTooLarge: "This photo is too large. Choose a smaller one.",
  noPhoto: "This is not a photo. Take a JPEG, PNG, GIF or WebP.",
  refused: ({ field, message }: { field: string; message: string }) => `The ${field} ${message}.`,
  whatDidYouDo: "What did you do?",
  sentLater: "You are offline. We send it when you are back, with the time it is now.",
  sendCheckIn: "Send check-in",
  photo: "Photo",
  photoToSend: "The photo you send",
  photoHint: "Show what you are doing. We remove from the photo where it was taken.",
  photoNotShown: "We cannot show this file as a picture.",
  takeAnother: "Take another",
  takePhoto: "Take a photo",
  chooseAnother: "Choose another",
  chooseFile: "Choose a file",
  leavePlaceOut: "Leave it out",
  noPlace: "Your device does not tell us where you are.",
  placeHint: "Sent without your place. Your neighbours never see it.",
  addPlace: "Add my place",
  kept: "Kept on this device",
  keptHint:
    "We send it when you are back online. If it arrives after your window, someone looks at it first. You have 24 hours.",
  done: "Done",
  checkedIn: "You are checked in",
  inReview: "Kept, and in review",
  windowClosed: ({ day }: { day: string }) =>
    `Your window is closed now. This check-in is for ${day}, and counts once someone has looked at it.`,
  placeSent: "Your place is sent too.",
  sendingPhoto: ({ share }: { share: string }) => `Sending the photo: ${share}`,
  checkingPhoto: "Checking the photo …",
  chainContinues: "Your chain goes on.",
  chainBeginsAnew: "The person before you did not come, so the chain starts again with you.",
  nextIsTold: "The next person knows that it is their turn.",
  yourChain: "Your chain",
  chain: "Chain",
  noChain: "No chain for this day",
  noChainHint: "Chains are linked every night, and right after you change your window.",
  firstOfChain: "Nobody before you yet.",
  lastOfChain: "Nobody after you yet.",
  yourSquad: "Your squad",
  noSquad: "No squad today",
  noSquadHint: "Three neighbours make a squad. There was nobody left for yours today.",
  yourPhoto: "Your photo",
  checkInOf: ({ name }: { name: string }) => `Check-in of ${name}`,
  checkedInAt: ({ time }: { time: string }) => `Checked in at ${time}`,
  hidden: "Hidden",
  photoOf: ({ name }: { name: string }) => `Photo of ${name}`,
  yourDays: "Your days",
  noDays: "No days yet",
  noDaysHint: "Your days appear here after your first window.",
  noCheckIn: "No check-in",
  mosaicOf: ({ day }: { day: string }) => `Mosaic of ${day}`,
  noMosaic: "No mosaic of this day",
  noMosaicHint: "We draw one every hour on days with people in the chains.",
  drawnAgain: "The picture is being drawn again",
  drawnAgainHint: "Someone took their photo out of it. The next one comes within the hour.",
  stillToCome: "Still to come",
  whoIsInIt: "Who is in it",
  findSomeone: "Find someone",
  nobodyOfThisName: "Nobody with this name takes part.",
  people: (
    { count, completed, failed, pending }: {
      count: number;
      completed: number;
      failed: number;
      pending: number;
    },
  ) =>
    plural(count, {
      one: `1 person: ${number(completed)} checked in, ${number(failed)} missed, ${
        number(pending)
      } still to come.`,
      other: `${number(count)} people: ${number(completed)} checked in, ${number(failed)} missed, ${
        number(pending)
      } still to come.`,
    }),
  tapSection: "Tap a section to see who it is.",
  saveNeedsNetwork: "You can save this when you are online.",
  windowSaved: "Your window is saved",
  opensAt: "It opens at",
  opensAtHint: "It lasts two hours, and can go past midnight.",
  whatToDo: "What you want to do",
  whichOne: "Which one?",
  changeWindow: "Change window",
  setWindow: "Set window",
  placeSaved: "Your place is saved",
  yourPlace: "Your place",
  placeUse:
    "We link you with people from your city, your region or your time zone. They only see your city.",
  city: "City (optional)",
  region: "Region (optional)",
  country: "Country (optional)",
  countryHint: "Two letters, such as DE",
  savePlace: "Save place",
  holdsFrom: ({ from, to, day }: { from: string; to: string; day: string }) =>
    `Your new window, ${from} – ${to}, starts on ${day}. Until then your old one counts, so the change costs you no day.`,
  played: ({ count }: { count: number }) =>
    plural(count, {
      one: `1 of them is not a person.`,
      other: `${number(count)} of them are not people.`,
    }),
};
