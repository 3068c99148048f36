import type { words as en } from "../en/attachments.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  added: "Hinzugefügt",
  photosAndRecordings: "Fotos und Aufnahmen",
  recording: ({ n }) => `Aufnahme ${number(n)}`,
  deleteRecording: ({ n }) => `Aufnahme ${number(n)} löschen`,
  noSpeech: "In dieser Aufnahme spricht niemand.",
  transcribe: "In Text umwandeln",
  transcribeHint: "Nutzt KI.",
  notSentYet: "Noch nicht gesendet",
  addPhoto: "Foto hinzufügen",
  addSound: "Ton hinzufügen",
  isFull: ({ count }) => `In einen Eintrag passen ${number(count)} Dateien.`,
  unsentPhoto: "Ein Foto, noch nicht gesendet",
  unsentRecording: "Eine Aufnahme, noch nicht gesendet",
  askDeletePhoto: "Dieses Foto löschen?",
  askDeleteRecording: "Diese Aufnahme löschen?",
  goneForEveryone: "Dann ist es für alle weg.",
  photo: ({ n, of }) => `Foto ${number(n)} von ${number(of)}`,
  deletePhoto: ({ n, of }) => `Foto ${number(n)} von ${number(of)} löschen`,
  photos: "Fotos",
  photoBefore: "Voriges Foto",
  nextPhoto: "Nächstes Foto",
  noMicrophone:
    "Wir können dein Mikrofon nicht nutzen. Erlaube es in den Einstellungen deines Browsers.",
  record: "Aufnehmen",
  stopAndAdd: "Stoppen und hinzufügen",
  recordingLength: "Länge der Aufnahme",
};
