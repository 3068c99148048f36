import type { words as en } from "../en/people.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  people: "Persone",
  badge: "Medaglia",
  level: ({ level }) => `Livello ${number(level)}`,
  toNextLevel: "Al prossimo livello",
  sentLabel: "inviati",
  workedLabel: "hanno fatto scrivere qualcuno",
  daysLabel: "giorni di fila",
  allLevels: "Tutti i livelli",
  levels: "Livelli",
  reached: "Raggiunto",
  leaderboardHint: "Chi ha fatto scrivere più persone.",
  leaderboard: "Classifica",
  nobodyCheered: "Ancora nessuno ha mandato un incoraggiamento",
  cheersThatWorked: ({ count }) =>
    plural(count, {
      one: "1 incoraggiamento che ha fatto scrivere qualcuno",
      other: `${number(count)} incoraggiamenti che hanno fatto scrivere qualcuno`,
    }),
  shareThatWorked: ({ share }) => `Ci è riuscito il ${share} dei tuoi`,
  daysInARowAsked: ({ count }) =>
    plural(count, { one: "1 giorno di fila", other: `${number(count)} giorni di fila` }),
  ofSent: ({ count }) => plural(count, { one: "1 inviato", other: `${number(count)} inviati` }),
  sendACheer: "Manda un incoraggiamento",
  whoGetsACheer: "A chi va l'incoraggiamento?",
  who: "A chi?",
  sentTo: ({ name }) => `Inviato a ${name}`,
  whatToSend: "Cosa mandare",
  readyMade: "Già pronti",
  inMyOwnWords: "Con parole mie",
  kind: "Di che tipo?",
  link: "Link",
  linkHint: "Da YouTube, Vimeo, Spotify o SoundCloud",
  wordsOptional: "Parole (facoltative)",
  cheerWords: "Parole",
  chooseOne: "Scegline uno",
  cheersToChoose: "Incoraggiamenti da scegliere",
  noReadyCheers: "Nessun incoraggiamento pronto",
  noReadyCheersHint: "Usa parole tue.",
  kinds: {
    encouragement: "Parole gentili",
    science_tidbit: "Un fatto di scienza",
    media: "Una canzone o un video",
  },
  cheersLeftToday: ({ count, own }) =>
    `Oggi puoi mandarne ancora ${number(count)}, ${number(own)} con parole tue`,
  cheers: "Incoraggiamenti",
  received: "Ricevuti",
  sent: "Inviati",
  badges: "Medaglie",
  noCheers: "Ancora nessun incoraggiamento",
  noCheersHint: "Le parole gentili delle tue persone appaiono qui.",
  nothingSent: "Non hai ancora mandato incoraggiamenti",
  nothingSentHint: "Basta una frase. Se fa scrivere l'altra persona, ne guadagni altri da mandare.",
  someoneWhoLeft: "Qualcuno che è andato via",
  read: "Letto",
  cheersLeftLabel: ({ count }) =>
    plural(count, {
      one: "incoraggiamento da mandare oggi",
      other: "incoraggiamenti da mandare oggi",
    }),
  bonusCheers: ({ count }) =>
    plural(count, {
      one: "1 incoraggiamento in più guadagnato",
      other: `${number(count)} incoraggiamenti in più guadagnati`,
    }),
  inOwnWords: ({ count }) => `${number(count)} con parole tue`,
  theyWrote: ({ count }) =>
    plural(count, {
      one: "Ha scritto! Hai guadagnato 1 incoraggiamento",
      other: `Ha scritto! Hai guadagnato ${number(count)} incoraggiamenti`,
    }),
  ifTheyWrite: ({ count, until }) =>
    plural(count, {
      one: `Guadagni 1 incoraggiamento se scrive entro: ${until}`,
      other: `Guadagni ${number(count)} incoraggiamenti se scrive entro: ${until}`,
    }),
  person: "Persona",
  isBlocked: ({ name }) => `Hai bloccato ${name}`,
  isUnblocked: ({ name }) => `Hai sbloccato ${name}`,
  youBlock: ({ name }) => `Hai bloccato ${name}. Non può incoraggiarti né aggiungerti.`,
  myProfile: "Il mio profilo",
  cheer: "Incoraggia",
  unblock: "Sblocca",
  block: "Blocca",
  publicEntries: "Pagine pubbliche",
  entries: "Pagine",
  nothingPublic: "Ancora nulla di pubblico",
  nameOrHandle: "Nome o nome utente",
  oneMoreLetter: "Scrivi un'altra lettera.",
  found: ({ count }) =>
    plural(count, { one: "1 persona trovata", other: `${number(count)} persone trovate` }),
  nobodyFound: "Nessuno trovato",
  nobodyFoundHint: "Prova le prime lettere del nome o del nome utente.",
};
