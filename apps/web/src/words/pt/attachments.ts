import type { words as en } from "../en/attachments.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  added: "Adicionado",
  photosAndRecordings: "Fotos e gravações",
  recording: ({ n }) => `Gravação ${number(n)}`,
  deleteRecording: ({ n }) => `Apagar a gravação ${number(n)}`,
  noSpeech: "Não há palavras nesta gravação.",
  transcribe: "Transformar em texto",
  notSentYet: "Ainda não enviado",
  addPhoto: "Adicionar uma foto",
  addSound: "Adicionar um som",
  isFull: ({ count }) => `Um registro pode ter ${number(count)} arquivos.`,
  unsentPhoto: "Uma foto, ainda não enviada",
  unsentRecording: "Uma gravação, ainda não enviada",
  askDeletePhoto: "Apagar esta foto?",
  askDeleteRecording: "Apagar esta gravação?",
  goneForEveryone: "Vai sumir para todo mundo.",
  photo: ({ n, of }) => `Foto ${number(n)} de ${number(of)}`,
  deletePhoto: ({ n, of }) => `Apagar a foto ${number(n)} de ${number(of)}`,
  photos: "Fotos",
  photoBefore: "Foto anterior",
  nextPhoto: "Próxima foto",
  noMicrophone: "Não conseguimos usar seu microfone. Permita-o nos ajustes do navegador.",
  record: "Gravar",
  stopAndAdd: "Parar e adicionar",
  recordingLength: "Duração da gravação",
  preparing: "Deixando a foto menor …",
  fileTooLarge: ({ limit }) => `Este arquivo é grande demais. Pode ter no máximo ${limit}.`,
  movingTooLarge: ({ limit }) =>
    `Esta imagem é grande demais. Uma imagem animada pode ter no máximo ${limit}.`,
  photoTooLarge: ({ limit }) =>
    `Esta foto é grande demais, e aqui não conseguimos diminuí-la. Escolha uma de no máximo ${limit}.`,
  photoUnreadable: "Não dá para ler esta foto. Escolha outra.",
};
