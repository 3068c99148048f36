import type { words as en } from "../en/weekly-review.ts";

export const words: typeof en = {
  title: "Sua semana, toda segunda",
  inApp: "Conte como foi minha semana",
  inAppHint: "Um aviso com seus registros, palavras e dias de escrita.",
  byMail: "Mande minha semana por e-mail",
  byMailHint: "Também diz seus humores mais frequentes. Nunca traz texto dos seus registros.",
};
