import type { words as en } from "../en/app.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  notFound: "Nicht gefunden",
  nothingHere: "Unter dieser Adresse gibt es nichts",
  toToday: "Zu Heute",
  stop: "Beenden",
  haveALook: "Ansehen",
  offlineState: "Offline",
  notSentYet: "Noch nicht gesendet",
  sendingState: "Wird gesendet …",
  upToDate: "Alles aktuell",
  unread: ({ count }) => `${number(count)} ungelesen`,
  actingAs: ({ name }) => `Du handelst als ${name}. Das Protokoll hält es fest.`,
  actingAsUser: "Du handelst als jemand anderes. Das Protokoll hält es fest.",
  offline: "Du bist offline. Du kannst weiterschreiben.",
  sentLater: ({ count }) =>
    plural(count, {
      one: "Wir senden 1 Änderung später.",
      other: `Wir senden ${number(count)} Änderungen später.`,
    }),
  conflicts: ({ count }) =>
    plural(count, {
      one: "Bei 1 Änderung musst du wählen.",
      other: `Bei ${number(count)} Änderungen musst du wählen.`,
    }),
  notSent: ({ count }) =>
    plural(count, {
      one: "1 Sache konnten wir nicht senden.",
      other: `${number(count)} Sachen konnten wir nicht senden.`,
    }),
  changes: ({ count }) =>
    plural(count, { one: "1 Änderung", other: `${number(count)} Änderungen` }),
  today: "Heute",
  people: "Leute",
  window: "Fenster",
  assistant: "Assistent",
  lab: "Labor",
  me: "Ich",
  more: "Mehr",
  skip: "Zum Inhalt springen",
  main: "Hauptmenü",
  needsNetwork: "Dafür musst du online sein",
  didNotWork: "Das hat nicht geklappt",
  needsNetworkHint:
    "Was auf diesem Gerät ist, bleibt hier. Der Rest kommt, wenn du wieder online bist.",
  noAnswer: "Der Dienst antwortet gerade nicht.",
  loading: "Lädt",
  isLoading: ({ what }) => `${what} …`,
  dismiss: "Ausblenden",
  couldNotLoad: "Dieser Teil der App wurde nicht geladen.",
  offlineTryLater: "Du bist offline. Versuch es wieder, wenn du online bist.",
  ourFault: "Bei uns ist etwas schiefgegangen. Versuch es gleich noch einmal.",
  addressUnknown: "Unter dieser Adresse gibt es nichts.",
  keptHere: "Auf diesem Gerät gesichert. Wir senden es, wenn du wieder online bist.",
  linkFailed: "Dieser Link hat nicht geklappt. Bitte fordere einen neuen an.",
  sessionEnded:
    "Du bist nicht mehr angemeldet. Was du geschrieben hast, ist auf diesem Gerät sicher. Bitte melde dich wieder an.",
  refusals: {
    invalid_credentials: "Die Adresse oder das Passwort stimmt nicht.",
    email_not_confirmed: "Bitte öffne zuerst den Link in unserer Mail.",
    email_address_invalid: "Das ist keine E-Mail-Adresse.",
    user_already_exists: "Zu dieser Adresse gibt es schon ein Konto.",
    user_banned: "Dieses Konto ist gesperrt.",
    weak_password: "Dieses Passwort ist zu leicht zu erraten. Nimm ein längeres.",
    same_password: "Dieses Passwort hast du schon. Nimm ein anderes.",
    rate_limited: "Das war viel in kurzer Zeit. Bitte warte ein wenig.",
    daily_quota_reached: "Für heute ist es genug. Morgen geht es weiter.",
    quota_reached: "Mehr davon kannst du nicht behalten. Lösche zuerst etwas.",
    storage_full: "Dein Platz ist voll. Lösche zuerst etwas.",
    unavailable: "Das geht gerade nicht. Versuch es in einer Minute noch einmal.",
  },
};
