import type { words as en } from "../en/attachments.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  added: "Hinzugefügt",
  photosAndRecordings: "Fotos und Aufnahmen",
  recording: ({ n }) => `Aufnahme ${number(n)}`,
  deleteRecording: ({ n }) => `Aufnahme ${number(n)} löschen`,
  noSpeech: "In dieser Aufnahme spricht niemand.",
  transcribe: "In Text umwandeln",
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
  preparing: "Das Foto wird verkleinert …",
  fileTooLarge: ({ limit }) => `Diese Datei ist zu groß. Sie darf höchstens ${limit} haben.`,
  movingTooLarge: ({ limit }) =>
    `Dieses Bild ist zu groß. Ein bewegtes Bild darf höchstens ${limit} haben.`,
  photoTooLarge: ({ limit }) =>
    `Dieses Foto ist zu groß, und wir können es hier nicht verkleinern. Wähle eines mit höchstens ${limit}.`,
  photoUnreadable: "Dieses Foto lässt sich nicht lesen. Wähle ein anderes.",
};
