import type { words as en } from "../en/attachments.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  added: "Añadido",
  photosAndRecordings: "Fotos y grabaciones",
  recording: ({ n }) => `Grabación ${number(n)}`,
  deleteRecording: ({ n }) => `Borrar la grabación ${number(n)}`,
  noSpeech: "En esta grabación no se oyen palabras.",
  transcribe: "Pasar a texto",
  notSentYet: "Aún sin enviar",
  addPhoto: "Añadir una foto",
  addSound: "Añadir un sonido",
  isFull: ({ count }) => `En una entrada caben ${number(count)} archivos.`,
  unsentPhoto: "Una foto, aún sin enviar",
  unsentRecording: "Una grabación, aún sin enviar",
  askDeletePhoto: "¿Borrar esta foto?",
  askDeleteRecording: "¿Borrar esta grabación?",
  goneForEveryone: "Desaparecerá para todo el mundo.",
  photo: ({ n, of }) => `Foto ${number(n)} de ${number(of)}`,
  deletePhoto: ({ n, of }) => `Borrar la foto ${number(n)} de ${number(of)}`,
  photos: "Fotos",
  photoBefore: "Foto anterior",
  nextPhoto: "Foto siguiente",
  noMicrophone: "No podemos usar tu micrófono. Permítelo en los ajustes de tu navegador.",
  record: "Grabar",
  stopAndAdd: "Parar y añadir",
  recordingLength: "Duración de la grabación",
  preparing: "Hacemos la foto más pequeña …",
  fileTooLarge: ({ limit }) =>
    `Este archivo es demasiado grande. Puede tener como máximo ${limit}.`,
  movingTooLarge: ({ limit }) =>
    `Esta imagen es demasiado grande. Una imagen animada puede tener como máximo ${limit}.`,
  photoTooLarge: ({ limit }) =>
    `Esta foto es demasiado grande y aquí no podemos reducirla. Elige una de ${limit} como máximo.`,
  photoUnreadable: "Esta foto no se puede leer. Elige otra.",
};
