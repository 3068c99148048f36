import type { words as en } from "../en/me.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  me: "Ik",
  archivePartSaved: ({ part }) => `Deel ${number(part)} staat bij je downloads`,
  archiveSaved: "Je dagboek staat bij je downloads",
  archive: "Je dagboek als Markdown",
  archiveHint:
    "Een ZIP-bestand met een tekst voor elk stukje, met de foto's en opnames. Andere apps kunnen het lezen, en deze ook.",
  downloadPart: ({ part }) => `Deel ${number(part)} downloaden`,
  downloadMarkdown: "Als Markdown downloaden",
  moreParts: ({ part }) => `Dat was deel ${number(part)}. Er is meer.`,
  signingIn: "Inloggen",
  youSignInAs: ({ address }) => `Je logt in als ${address}.`,
  newPassword: "Nieuw wachtwoord (minstens 8 tekens)",
  passwordChanged: "Je wachtwoord is gewijzigd",
  newAddress: "Nieuw e-mailadres",
  addressAsked: "Open de links die we naar beide adressen stuurden",
  change: "Wijzigen",
  otherDevicesHint: "Een apparaat kwijt, of ingelogd op dat van een ander?",
  signOutOthers: "Overal anders uitloggen",
  askSignOutOthers: "Overal anders uitloggen?",
  signOutOthersHint:
    "Je andere apparaten worden binnen een uur uitgelogd. Wat ze nog niet verstuurden, blijft daar tot je er weer inlogt.",
  othersSignedOut: "Alleen dit apparaat blijft ingelogd",
  cannotRead: "We kunnen dit beeld niet lezen. Kies een JPEG, PNG of WebP.",
  picture: "Foto",
  cropArea: "Het deel dat mensen zien",
  zoom: "Zoom",
  cropHint: "Sleep de foto om hem te verplaatsen. De pijlen, plus en min werken ook.",
  uploading: "Uploaden …",
  usePicture: "Deze foto gebruiken",
  yourData: "Je gegevens",
  takeItWithYou: "Neem ze mee",
  exportHint:
    "Alles wat het dagboek over je bewaart in één JSON-bestand: stukjes, doelen, berichten, aanmoedigingen, instellingen en de rest. Foto's staan erin met hun adres.",
  download: "Downloaden",
  exportSaved: "Je gegevens staan bij je downloads",
  deleteAccount: "Account verwijderen",
  deleteAccountHint:
    "Je dagboek, doelen, foto's, berichten en aanmoedigingen worden voorgoed verwijderd, en een abonnement stopt. Niets kan ze terughalen. Wie je beeldpakketten kocht, houdt ze.",
  deleteMyAccount: "Mijn account verwijderen",
  askDeleteAccount: "Je account verwijderen?",
  askDeleteAccountHint:
    "Dit gebeurt meteen, op al je apparaten. Wil je je gegevens houden, download ze dan eerst.",
  typeToConfirm: ({ email }) => `Typ ${email} om te bevestigen`,
  deleting: "Verwijderen …",
  handOverAndDelete: "Overdragen en verwijderen",
  deleteForGood: "Voorgoed verwijderen",
  handOverHint: "Ga je door, dan gaat elk ervan naar een ander lid.",
  downloadFailed: "Het downloaden stopte halverwege",
  needsNetwork: "Dit werkt als je online bent.",
  received: ({ size }) => `${size} tot nu toe`,
  bringIn: "Stukjes meebrengen",
  bringInHint:
    "Een ZIP-bestand tot 25 MB: je dagboek als Markdown, andere Markdown-bestanden of de JSON-export van Day One. Alleen jij ziet de nieuwe stukjes. Breng je hetzelfde bestand nog eens, dan komt niets dubbel.",
  sending: "Versturen",
  chooseAnotherFile: "Ander bestand kiezen",
  chooseFile: "Bestand kiezen",
  imported: ({ count }) =>
    plural(count, { one: "1 stukje toegevoegd", other: `${number(count)} stukjes toegevoegd` }),
  skipped: ({ count }) =>
    plural(count, { one: "1 was er al", other: `${number(count)} waren er al` }),
  unreadable: ({ count }) =>
    plural(count, {
      one: "1 kon niet worden gelezen",
      other: `${number(count)} konden niet worden gelezen`,
    }),
  importProgress: ({ done, count }) =>
    plural(count, {
      one: `${number(done)} van 1 stukje`,
      other: `${number(done)} van ${number(count)} stukjes`,
    }),
  problems: ({ count }) =>
    plural(count, { one: "1 probleem", other: `${number(count)} problemen` }),
  mail: "Schrijven per e-mail",
  address: "Adres",
  noMail: "Hier niet beschikbaar",
  noMailHint: "Dit dagboek kan nu geen e-mail ontvangen.",
  mailHint:
    "Stuur een e-mail naar dit adres vanaf het adres van je account. Het onderwerp wordt de titel, en de tekst een stukje dat alleen jij ziet.",
  keepItSecret: "Houd dit adres voor jezelf. E-mail van andere afzenders telt niet.",
  writeMail: "E-mail schrijven",
  copyAddress: "Adres kopiëren",
  askTakeBackLink: "Deze link intrekken?",
  askTakeBackLinkHint: "Niemand kan hem dan nog openen.",
  takeBack: "Intrekken",
  takenBack: "Ingetrokken",
  shareLinks: "Deellinks",
  noLinks: "Nog geen links",
  noLinksHint:
    "Wil je een stukje tonen aan iemand zonder account, open het dan en kies ‘Deellink’.",
  linksHint: "Verlopen links verdwijnen na 30 dagen.",
  anEntry: "Een stukje",
  takeBackLink: ({ title }) => `De link naar ‘${title}’ intrekken`,
  takenBackAt: ({ at }) => `ingetrokken: ${at}`,
  expiredAt: ({ at }) => `verlopen: ${at}`,
  lockedUntil: ({ until }) => `geblokkeerd tot ${until}: te vaak het verkeerde wachtwoord`,
  openUntil: ({ until }) => `open tot ${until}`,
  views: ({ count }) =>
    plural(count, { one: "1 keer bekeken", other: `${number(count)} keer bekeken` }),
  withPassphrase: "met wachtwoord",
  notAllowed: "Je browser stond meldingen niet toe.",
  pushUnreachable:
    "We kunnen de meldingendienst van deze browser niet bereiken. Probeer het later nog eens.",
  thisBrowser: "Deze browser",
  notifyHere: "Meldingen in deze browser",
  blockedHint:
    "Je browser blokkeert meldingen van deze site. Sta ze toe in de instellingen voor de site en open deze pagina opnieuw.",
  notifyHereHint:
    "Je krijgt hier meldingen en herinneringen, ook als het dagboek dicht is. Je browser vraagt één keer of dat mag.",
  noPush:
    "Deze browser kan geen meldingen tonen. Zet het dagboek op een iPhone of iPad op je beginscherm en open het daar.",
  toBeSent: "Te versturen",
  allSent: "Alles is verstuurd",
  allSentHint: "Op dit apparaat wacht niets.",
  chooseVersion: "Kiezen tussen twee versies",
  yourWords: "Jouw woorden",
  kinds: {
    attachments: "Een bestand van een stukje",
    team_messages: "Een bericht aan een team",
    comments: "Een reactie",
    reactions: "Een gebaar",
    drops: "Een aanmoediging",
    drop_reads: "Een aanmoediging die je las",
    workout_check_ins: "Een check-in",
  },
  editsToSend: ({ count }) =>
    plural(count, {
      one: "1 wijziging van jou wordt verstuurd.",
      other: `${number(count)} wijzigingen van jou worden verstuurd.`,
    }),
  privacy: "Privacy en inloggen",
  settings: "Instellingen",
  whatYouAllow: "Wat je goedvindt",
  aiFindsMood: "AI zoekt de stemming van mijn stukjes",
  aiFindsMoodHint:
    "De tekst van stukjes zonder stemming gaat naar de AI-aanbieder. Een stemming die jij kiest, verandert nooit.",
  assistantReads: "De assistent leest mijn dagboek",
  assistantReadsHint:
    "Je stukjes en doelen, als je met hem praat en voor een dagelijkse samenvatting.",
  assistantWrites: "De assistent schrijft mij",
  assistantWritesHint: "Een kort berichtje per dag, als hij je dagboek mag lezen.",
  mosaicPhotos: "Mijn foto's in het openbare mozaïek",
  mosaicPhotosHint: "Het mozaïek van het tijdvak. Staat dit uit, dan toont het je initialen.",
  changeNeedsNetwork: "Je kunt dit wijzigen als je online bent.",
  isUnblocked: ({ name }) => `${name} kan je weer bereiken`,
  blockedPeople: "Geblokkeerde mensen",
  nobodyBlocked: "Je hebt niemand geblokkeerd",
  nobodyBlockedHint:
    "Wie je blokkeert, kan je niet aanmoedigen en staat nooit naast je in een keten.",
  unblockNamed: ({ name }) => `${name} deblokkeren`,
  unblock: "Deblokkeren",
  aiWhenAsked: "AI helpt als ik erom vraag",
  aiWhenAskedHint:
    "Het stelt een stemming voor, maakt beelden, schrijft opnames uit en antwoordt je. Er staat altijd ‘Gebruikt AI’ bij. Staat dit uit, dan vragen we het eerst.",
};
