import { number } from "../../words.ts";

export const words = {
  added: "Added",
  photosAndRecordings: "Photos and recordings",
  recording: ({ n }: { n: number }) => `Recording ${number(n)}`,
  deleteRecording: ({ n }: { n: number }) => `Delete recording ${number(n)}`,
  noSpeech: "There are no words in this recording.",
  transcribe: "Turn into text",
  notSentYet: "Not sent yet",
  addPhoto: "Add a photo",
  addSound: "Add a sound",
  isFull: ({ count }: { count: number }) => `An entry can hold ${number(count)} files.`,
  unsentPhoto: "A photo, not sent yet",
  unsentRecording: "A recording, not sent yet",
  askDeletePhoto: "Delete this photo?",
  askDeleteRecording: "Delete this recording?",
  goneForEveryone: "It will be gone for everyone.",
  photo: ({ n, of }: { n: number; of: number }) => `Photo ${number(n)} of ${number(of)}`,
  deletePhoto: ({ n, of }: { n: number; of: number }) =>
    `Delete photo ${number(n)} of ${number(of)}`,
  photos: "Photos",
  photoBefore: "Photo before",
  nextPhoto: "Next photo",
  noMicrophone: "We cannot use your microphone. Allow it in your browser's settings.",
  record: "Record",
  stopAndAdd: "Stop and add",
  recordingLength: "Length of the recording",
  preparing: "Making the photo smaller …",
  fileTooLarge: ({ limit }: { limit: string }) =>
    `This file is too large. It can have at most ${limit}.`,
  movingTooLarge: ({ limit }: { limit: string }) =>
    `This picture is too large. A picture that moves can have at most ${limit}.`,
  photoTooLarge: ({ limit }: { limit: string }) =>
    `This photo is too large, and we cannot make it smaller here. Choose one of at most ${limit}.`,
  photoUnreadable: "This photo cannot be read. Choose another one.",
};
