import type { words as en } from "../en/history.ts";

export const words: typeof en = {
  restoreHint: "O título e o texto voltam. O humor, as etiquetas e quem vê ficam.",
  askRestore: "Voltar a esta versão?",
  restore: "Voltar a ela",
  restored: "Sua versão anterior está de volta",
  forgetHint: "Não dá para recuperar. O registro em si fica.",
  askForget: "Apagar todas as versões anteriores?",
  forget: "Apagar",
  forgotten: "Versões anteriores apagadas",
  entry: "Registro",
  deleteAll: "Apagar todas",
  earlierVersions: "Versões anteriores",
  hint: "Ficam por 90 dias. Só você as vê.",
  none: "Não há versões anteriores",
  noneHint: "Quando você muda o título ou o texto, a versão de antes aparece aqui.",
  until: ({ moment }) => `Até ${moment}`,
  then: "Antes",
  now: "Agora",
};
