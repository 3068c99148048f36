import type { words as en } from "../en/calendar-address.ts";

export const words: typeof en = {
  title: "Calendário",
  name: "No seu app de calendário",
  text:
    "Dê este endereço ao seu app de calendário. Ele mostra as datas das suas metas abertas e suas janelas das próximas duas semanas.",
  calendar: "Meu calendário",
  copyNow: "Copie agora. Você só o vê desta vez, e quem o tiver pode ler seu calendário.",
  address: "Endereço",
  madeAt: ({ date }) =>
    `Você criou um endereço em ${date}. Se criar outro, esse deixa de funcionar.`,
  shownOnce: "Você só vê o endereço uma vez.",
  make: "Criar um endereço",
  makeNew: "Criar um novo endereço",
  end: "Encerrar o endereço",
  askEnd: "Encerrar o endereço?",
  askEndHint: "Seus apps de calendário não recebem mais suas metas e janelas.",
  endIt: "Encerrar",
  ended: "O endereço foi encerrado",
};
