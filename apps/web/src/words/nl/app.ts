import type { words as en } from "../en/app.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  notFound: "Niet gevonden",
  nothingHere: "Op dit adres is niets",
  toToday: "Naar Vandaag",
  stop: "Stop",
  haveALook: "Bekijken",
  offlineState: "Offline",
  notSentYet: "Nog niet verstuurd",
  sendingState: "Versturen …",
  upToDate: "Alles is bij",
  unread: ({ count }) => `${number(count)} ongelezen`,
  actingAs: ({ name }) => `Je handelt als ${name}. Het logboek legt het vast.`,
  actingAsUser: "Je handelt als iemand anders. Het logboek legt het vast.",
  offline: "Je bent offline. Je kunt verder schrijven.",
  sentLater: ({ count }) =>
    plural(count, {
      one: "We versturen 1 wijziging later.",
      other: `We versturen ${number(count)} wijzigingen later.`,
    }),
  conflicts: ({ count }) =>
    plural(count, {
      one: "1 wijziging wacht op je keuze.",
      other: `${number(count)} wijzigingen wachten op je keuze.`,
    }),
  notSent: ({ count }) =>
    plural(count, {
      one: "1 ding kon niet worden verstuurd.",
      other: `${number(count)} dingen konden niet worden verstuurd.`,
    }),
  changes: ({ count }) =>
    plural(count, { one: "1 wijziging", other: `${number(count)} wijzigingen` }),
  today: "Vandaag",
  people: "Mensen",
  window: "Tijdvak",
  assistant: "Assistent",
  lab: "Lab",
  me: "Ik",
  more: "Meer",
  skip: "Naar de inhoud",
  main: "Hoofdmenu",
  needsNetwork: "Hiervoor moet je online zijn",
  didNotWork: "Dat lukte niet",
  needsNetworkHint: "Alles op dit apparaat blijft hier. De rest komt als je weer online bent.",
  noAnswer: "De dienst antwoordt nu even niet.",
  loading: "Laden",
  isLoading: ({ what }) => `${what} …`,
  dismiss: "Verbergen",
  couldNotLoad: "Dit deel van de app is niet geladen.",
  offlineTryLater: "Je bent offline. Probeer het als je weer online bent.",
  ourFault: "Er ging bij ons iets mis. Probeer het zo nog eens.",
  addressUnknown: "Op dit adres is niets.",
  keptHere: "Bewaard op dit apparaat. We versturen het als je weer online bent.",
  linkFailed: "Die link werkte niet. Vraag een nieuwe aan.",
  sessionEnded: "Je sessie is voorbij. Wat je schreef, is veilig op dit apparaat. Log opnieuw in.",
};
