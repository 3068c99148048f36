import type { words as en } from "../en/entry.ts";

export const words: typeof en = {
  journal: "Diário",
  edit: "Editar",
  earlierVersions: "Versões anteriores",
  couldNotLoad: "Esta parte do app não carregou. Tente de novo.",
  shareLink: "Link de leitura",
  otherEntries: "Outros registros",
  before: "Antes",
  after: "Depois",
  entry: "Registro",
  textNotShared: "O texto não é compartilhado",
  textNotSharedHint: "Você pode ver o título, o humor e as etiquetas.",
  askRemovePicture: "Tirar a imagem?",
  askRemovePictureHint: "Você pode pedir outra.",
  remove: "Tirar",
  picture: ({ tone }) => `Uma imagem para este registro: ${tone}`,
  removePicture: "Tirar a imagem",
  makingPicture: "Pintando sua imagem. Pode levar dois minutos …",
  stop: "Parar",
  makePictureHint: "Leva cerca de um minuto.",
  makePicture: "Pintar uma imagem deste registro",
};
