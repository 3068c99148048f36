import type { words as en } from "../en/entry.ts";

export const words: typeof en = {
  journal: "Diario",
  edit: "Editar",
  earlierVersions: "Versiones anteriores",
  couldNotLoad: "Esta parte de la app no se ha cargado. Inténtalo otra vez.",
  shareLink: "Enlace para compartir",
  otherEntries: "Otras entradas",
  before: "Anterior",
  after: "Siguiente",
  entry: "Entrada",
  textNotShared: "El texto no está compartido",
  textNotSharedHint: "Puedes ver el título, el ánimo y las etiquetas.",
  askRemovePicture: "¿Quitar la imagen?",
  askRemovePictureHint: "Puedes pedir otra.",
  remove: "Quitar",
  picture: ({ tone }) => `Una imagen para esta entrada: ${tone}`,
  removePicture: "Quitar la imagen",
  makingPicture: "Pintando tu imagen. Puede tardar dos minutos …",
  stop: "Parar",
  makePictureHint: "Tarda más o menos un minuto.",
  makePicture: "Pintar una imagen de esta entrada",
};
