import type { words as en } from "../en/attachments.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  added: "Aggiunto",
  photosAndRecordings: "Foto e registrazioni",
  recording: ({ n }) => `Registrazione ${number(n)}`,
  deleteRecording: ({ n }) => `Elimina la registrazione ${number(n)}`,
  noSpeech: "In questa registrazione non ci sono parole.",
  transcribe: "Trasforma in testo",
  notSentYet: "Non ancora inviato",
  addPhoto: "Aggiungi una foto",
  addSound: "Aggiungi un suono",
  isFull: ({ count }) => `In una pagina stanno ${number(count)} file.`,
  unsentPhoto: "Una foto, non ancora inviata",
  unsentRecording: "Una registrazione, non ancora inviata",
  askDeletePhoto: "Eliminare questa foto?",
  askDeleteRecording: "Eliminare questa registrazione?",
  goneForEveryone: "Sparirà per tutti.",
  photo: ({ n, of }) => `Foto ${number(n)} di ${number(of)}`,
  deletePhoto: ({ n, of }) => `Elimina la foto ${number(n)} di ${number(of)}`,
  photos: "Foto",
  photoBefore: "Foto precedente",
  nextPhoto: "Foto successiva",
  noMicrophone: "Non possiamo usare il tuo microfono. Permettilo nelle impostazioni del browser.",
  record: "Registra",
  stopAndAdd: "Ferma e aggiungi",
  recordingLength: "Durata della registrazione",
  preparing: "Rimpiccioliamo la foto …",
  fileTooLarge: ({ limit }) => `Questo file è troppo grande. Può avere al massimo ${limit}.`,
  movingTooLarge: ({ limit }) =>
    `Questa immagine è troppo grande. Un’immagine animata può avere al massimo ${limit}.`,
  photoTooLarge: ({ limit }) =>
    `Questa foto è troppo grande e qui non possiamo rimpicciolirla. Scegline una di ${limit} al massimo.`,
  photoUnreadable: "Questa foto non si può leggere. Scegline un’altra.",
};
