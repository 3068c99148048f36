import type { words as en } from "../en/streaks.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Sequências",
  inARow: "Dias seguidos",
  journal: "Diário",
  writeToday: "Termina hoje se você não escrever",
  checkInToday: "Termina hoje sem check-in",
  lastOn: ({ date }) => `Última vez: ${date}`,
  notBegun: "Ainda não começou",
  days: ({ count }) =>
    plural(count, { one: `${number(count)} dia`, other: `${number(count)} dias` }),
  longest: ({ count }) => `a maior: ${number(count)}`,
  milestones: "Marcos",
  reached: "Alcançado",
  toGo: ({ count }) =>
    plural(count, { one: `falta ${number(count)} dia`, other: `faltam ${number(count)} dias` }),
  calendar: "Seus dias",
  written: "escrito",
  frozen: "um coringa salvou sua sequência",
  paused: "em pausa",
  legend: "O que os dias dizem",
  legendWritten: "Escrito",
  legendFrozen: "Coringa",
  legendPaused: "Pausa",
  nothingOn: "Você não escreveu nada nesse dia.",
  frozenOn: "Você não escreveu nada, e um coringa salvou sua sequência.",
  pausedOn: "Suas sequências estavam em pausa nesse dia.",
  freezes: "Coringas",
  held: ({ count }) =>
    plural(count, {
      one: `Você tem ${number(count)} coringa.`,
      other: `Você tem ${number(count)} coringas.`,
    }),
  heldNone: "Você não tem nenhum.",
  explained:
    "Um coringa salva suas sequências quando você perde um dia. Ele age sozinho: você não faz nada. Ele cobre o dia para seu diário e para todas as metas com dois dias seguidos ou mais. Você pode ter dois. Se depois escrever sobre aquele dia, o coringa volta.",
  savedOn: ({ date }) => `O último foi usado em ${date}.`,
  bought: ({ count }) =>
    plural(count, {
      one: `Comprado. Resta ${number(count)} gota.`,
      other: `Comprado. Restam ${number(count)} gotas.`,
    }),
  buy: ({ count }) =>
    plural(count, {
      one: `Comprar um por ${number(count)} gota`,
      other: `Comprar um por ${number(count)} gotas`,
    }),
  most: "Dois é o máximo.",
  balance: ({ count }) =>
    plural(count, {
      one: `Você tem ${number(count)} gota.`,
      other: `Você tem ${number(count)} gotas.`,
    }),
  pause: "Pausa",
  pausedFor: ({ since, until }) => `Suas sequências estão em pausa de ${since} até ${until}.`,
  pauseText:
    "De férias, ou doente? Uma pausa segura todas as suas sequências até um dia que você escolhe. Os dias em que você escreve contam mesmo assim, e você pode encerrá-la quando quiser.",
  pausedUntil: ({ until }) => `Em pausa até ${until}`,
  pauseEnded: "A pausa terminou",
  until: "Até",
  untilHint: "O último dia de pausa, daqui a no máximo 90 dias",
  changeDate: "Mudar a data",
  endPause: "Encerrar a pausa",
};
