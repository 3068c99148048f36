import type { words as en } from "../en/app.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  notFound: "Non trovato",
  nothingHere: "A questo indirizzo non c'è nulla",
  toToday: "Vai a Oggi",
  stop: "Ferma",
  haveALook: "Guarda",
  offlineState: "Offline",
  notSentYet: "Non ancora inviato",
  sendingState: "Invio …",
  upToDate: "Tutto aggiornato",
  unread: ({ count }) => plural(count, { one: "1 non letta", other: `${number(count)} non lette` }),
  actingAs: ({ name }) => `Agisci come ${name}. Il registro lo annota.`,
  actingAsUser: "Agisci come un'altra persona. Il registro lo annota.",
  offline: "Sei offline. Puoi continuare a scrivere.",
  sentLater: ({ count }) =>
    plural(count, {
      one: "Inviamo 1 modifica più tardi.",
      other: `Inviamo ${number(count)} modifiche più tardi.`,
    }),
  conflicts: ({ count }) =>
    plural(count, {
      one: "1 modifica aspetta la tua scelta.",
      other: `${number(count)} modifiche aspettano la tua scelta.`,
    }),
  notSent: ({ count }) =>
    plural(count, {
      one: "1 cosa non si è potuta inviare.",
      other: `${number(count)} cose non si sono potute inviare.`,
    }),
  changes: ({ count }) => plural(count, { one: "1 modifica", other: `${number(count)} modifiche` }),
  today: "Oggi",
  people: "Persone",
  window: "Fascia",
  assistant: "Assistente",
  lab: "Laboratorio",
  me: "Io",
  more: "Altro",
  skip: "Vai al contenuto",
  main: "Menu principale",
  needsNetwork: "Per questo devi essere online",
  didNotWork: "Non ha funzionato",
  needsNetworkHint:
    "Quello che c'è su questo dispositivo resta qui. Il resto arriva quando torni online.",
  noAnswer: "Il servizio al momento non risponde.",
  loading: "Caricamento",
  isLoading: ({ what }) => `${what} …`,
  dismiss: "Nascondi",
  couldNotLoad: "Questa parte dell'app non si è caricata.",
  offlineTryLater: "Sei offline. Riprova quando torni online.",
  ourFault: "Qualcosa è andato storto da noi. Riprova tra poco.",
  addressUnknown: "A questo indirizzo non c'è nulla.",
  keptHere: "Salvato su questo dispositivo. Lo inviamo quando torni online.",
  linkFailed: "Quel link non ha funzionato. Chiedine uno nuovo.",
  sessionEnded:
    "La tua sessione è finita. Quello che hai scritto è al sicuro su questo dispositivo. Accedi di nuovo.",
  refusals: {
    invalid_credentials: "L'indirizzo o la password non è giusta.",
    email_not_confirmed: "Apri prima il link della nostra mail, per favore.",
    email_address_invalid: "Questo non è un indirizzo e-mail.",
    user_already_exists: "Questo indirizzo ha già un account.",
    user_banned: "Questo account è bloccato.",
    weak_password: "Questa password è troppo facile da indovinare. Scegline una più lunga.",
    same_password: "Hai già questa password. Scegline un'altra.",
    rate_limited: "Era molto in poco tempo. Aspetta un po', per favore.",
    daily_quota_reached: "Per oggi è tutto. Domani puoi continuare.",
    quota_reached: "Non puoi tenerne di più. Prima eliminane qualcuno.",
    storage_full: "Il tuo spazio è pieno. Prima elimina qualcosa.",
    unavailable: "Adesso non funziona. Riprova tra un minuto.",
  },
};
