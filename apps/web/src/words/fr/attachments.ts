import type { words as en } from "../en/attachments.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  added: "Ajouté",
  photosAndRecordings: "Photos et enregistrements",
  recording: ({ n }) => `Enregistrement ${number(n)}`,
  deleteRecording: ({ n }) => `Supprimer l'enregistrement ${number(n)}`,
  noSpeech: "Il n'y a pas de paroles dans cet enregistrement.",
  transcribe: "Mettre en texte",
  notSentYet: "Pas encore envoyé",
  addPhoto: "Ajouter une photo",
  addSound: "Ajouter un son",
  isFull: ({ count }) => `Une entrée peut contenir ${number(count)} fichiers.`,
  unsentPhoto: "Une photo, pas encore envoyée",
  unsentRecording: "Un enregistrement, pas encore envoyé",
  askDeletePhoto: "Supprimer cette photo ?",
  askDeleteRecording: "Supprimer cet enregistrement ?",
  goneForEveryone: "Ça disparaîtra pour tout le monde.",
  photo: ({ n, of }) => `Photo ${number(n)} sur ${number(of)}`,
  deletePhoto: ({ n, of }) => `Supprimer la photo ${number(n)} sur ${number(of)}`,
  photos: "Photos",
  photoBefore: "Photo précédente",
  nextPhoto: "Photo suivante",
  noMicrophone:
    "On ne peut pas utiliser ton micro. Autorise-le dans les réglages de ton navigateur.",
  record: "Enregistrer",
  stopAndAdd: "Arrêter et ajouter",
  recordingLength: "Durée de l'enregistrement",
  preparing: "On réduit la photo …",
  fileTooLarge: ({ limit }) => `Ce fichier est trop grand. Il peut faire ${limit} au plus.`,
  movingTooLarge: ({ limit }) =>
    `Cette image est trop grande. Une image animée peut faire ${limit} au plus.`,
  photoTooLarge: ({ limit }) =>
    `Cette photo est trop grande, et on ne peut pas la réduire ici. Choisis-en une de ${limit} au plus.`,
  photoUnreadable: "Cette photo est illisible. Choisis-en une autre.",
};
