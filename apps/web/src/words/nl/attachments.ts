import type { words as en } from "../en/attachments.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  added: "Toegevoegd",
  photosAndRecordings: "Foto's en opnames",
  recording: ({ n }) => `Opname ${number(n)}`,
  deleteRecording: ({ n }) => `Opname ${number(n)} verwijderen`,
  noSpeech: "In deze opname zijn geen woorden te horen.",
  transcribe: "Omzetten in tekst",
  notSentYet: "Nog niet verstuurd",
  addPhoto: "Foto toevoegen",
  addSound: "Geluid toevoegen",
  isFull: ({ count }) => `In een stukje passen ${number(count)} bestanden.`,
  unsentPhoto: "Een foto, nog niet verstuurd",
  unsentRecording: "Een opname, nog niet verstuurd",
  askDeletePhoto: "Deze foto verwijderen?",
  askDeleteRecording: "Deze opname verwijderen?",
  goneForEveryone: "Dan is het voor iedereen weg.",
  photo: ({ n, of }) => `Foto ${number(n)} van ${number(of)}`,
  deletePhoto: ({ n, of }) => `Foto ${number(n)} van ${number(of)} verwijderen`,
  photos: "Foto's",
  photoBefore: "Vorige foto",
  nextPhoto: "Volgende foto",
  noMicrophone:
    "We kunnen je microfoon niet gebruiken. Sta hem toe in de instellingen van je browser.",
  record: "Opnemen",
  stopAndAdd: "Stop en voeg toe",
  recordingLength: "Lengte van de opname",
  preparing: "We maken de foto kleiner …",
  fileTooLarge: ({ limit }) => `Dit bestand is te groot. Het mag hoogstens ${limit} zijn.`,
  movingTooLarge: ({ limit }) =>
    `Dit beeld is te groot. Een bewegend beeld mag hoogstens ${limit} zijn.`,
  photoTooLarge: ({ limit }) =>
    `Deze foto is te groot, en we kunnen hem hier niet kleiner maken. Kies er een van hoogstens ${limit}.`,
  photoUnreadable: "Deze foto is niet te lezen. Kies een andere.",
};
