import type { words as en } from "../en/me.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  me: "Moi",
  archivePartSaved: ({ part }) => `La partie ${number(part)} est dans tes téléchargements`,
  archiveSaved: "Ton journal est dans tes téléchargements",
  archive: "Ton journal en Markdown",
  archiveHint:
    "Un fichier ZIP avec un texte pour chaque entrée, ses photos et ses enregistrements. D'autres applis savent le lire, et celle-ci aussi.",
  downloadPart: ({ part }) => `Télécharger la partie ${number(part)}`,
  downloadMarkdown: "Télécharger en Markdown",
  moreParts: ({ part }) => `C'était la partie ${number(part)}. Il y en a d'autres.`,
  signingIn: "Connexion",
  youSignInAs: ({ address }) => `Tu te connectes avec ${address}.`,
  newPassword: "Nouveau mot de passe (au moins 8 caractères)",
  passwordChanged: "Ton mot de passe a changé",
  newAddress: "Nouvelle adresse e-mail",
  addressAsked: "Ouvre les liens envoyés aux deux adresses",
  change: "Changer",
  otherDevicesHint: "Un appareil perdu, ou une connexion sur celui d'un autre ?",
  signOutOthers: "Me déconnecter partout ailleurs",
  askSignOutOthers: "Te déconnecter partout ailleurs ?",
  signOutOthersHint:
    "Tes autres appareils sont déconnectés dans l'heure. Ce qu'ils n'ont pas encore envoyé y reste jusqu'à ta prochaine connexion.",
  othersSignedOut: "Seul cet appareil reste connecté",
  cannotRead: "On ne peut pas lire cette image. Choisis un JPEG, PNG ou WebP.",
  picture: "Image",
  cropArea: "La partie que les gens verront",
  zoom: "Zoom",
  cropHint: "Fais glisser l'image pour la déplacer. Les flèches, plus et moins marchent aussi.",
  uploading: "Envoi …",
  usePicture: "Utiliser cette image",
  yourData: "Tes données",
  takeItWithYou: "Emporte-les",
  exportHint:
    "Tout ce que le journal garde de toi dans un fichier JSON : entrées, objectifs, messages, encouragements, réglages et le reste. Les images y figurent avec leurs adresses.",
  download: "Télécharger",
  exportSaved: "Tes données sont dans tes téléchargements",
  deleteAccount: "Supprimer le compte",
  deleteAccountHint:
    "Ton journal, tes objectifs, images, messages et encouragements sont supprimés pour de bon, et ton abonnement s'arrête. Rien ne peut les ramener. Qui a acheté tes packs d'images les garde.",
  deleteMyAccount: "Supprimer mon compte",
  askDeleteAccount: "Supprimer ton compte ?",
  askDeleteAccountHint:
    "C'est immédiat, sur tous tes appareils. Si tu veux garder tes données, télécharge-les d'abord.",
  typeToConfirm: ({ email }) => `Tape ${email} pour confirmer`,
  deleting: "Suppression …",
  handOverAndDelete: "Céder et supprimer",
  deleteForGood: "Supprimer pour de bon",
  handOverHint: "Si tu continues, chacune passe à un autre membre.",
  downloadFailed: "Le téléchargement s'est arrêté en route",
  needsNetwork: "Ça marche quand tu es en ligne.",
  received: ({ size }) => `${size} jusqu'ici`,
  bringIn: "Apporter des entrées",
  bringInHint:
    "Un fichier ZIP jusqu'à 25 Mo : ton journal en Markdown, d'autres fichiers Markdown ou l'export JSON de Day One. Personne d'autre ne voit les nouvelles entrées. Si tu apportes le même fichier deux fois, rien n'est en double.",
  sending: "Envoi",
  chooseAnotherFile: "Choisir un autre fichier",
  chooseFile: "Choisir un fichier",
  imported: ({ count }) =>
    plural(count, {
      one: `${number(count)} entrée ajoutée`,
      other: `${number(count)} entrées ajoutées`,
    }),
  skipped: ({ count }) =>
    plural(count, {
      one: `${number(count)} était déjà là`,
      other: `${number(count)} étaient déjà là`,
    }),
  unreadable: ({ count }) =>
    plural(count, {
      one: `${number(count)} n'a pas pu être lue`,
      other: `${number(count)} n'ont pas pu être lues`,
    }),
  importProgress: ({ done, count }) =>
    plural(count, {
      one: `${number(done)} sur ${number(count)} entrée`,
      other: `${number(done)} sur ${number(count)} entrées`,
    }),
  problems: ({ count }) =>
    plural(count, { one: `${number(count)} problème`, other: `${number(count)} problèmes` }),
  mail: "Écrire par e-mail",
  address: "Adresse",
  noMail: "Pas disponible ici",
  noMailHint: "Ce journal ne peut pas recevoir d'e-mails pour l'instant.",
  mailHint:
    "Envoie un e-mail à cette adresse, depuis celle de ton compte. L'objet devient le titre, et le texte une entrée que personne d'autre ne voit.",
  keepItSecret: "Garde cette adresse pour toi. Les e-mails d'autres adresses sont ignorés.",
  writeMail: "Écrire un e-mail",
  copyAddress: "Copier l'adresse",
  askTakeBackLink: "Retirer ce lien ?",
  askTakeBackLinkHint: "Plus personne ne pourra l'ouvrir.",
  takeBack: "Retirer",
  takenBack: "Retiré",
  shareLinks: "Liens de partage",
  noLinks: "Pas encore de liens",
  noLinksHint:
    "Pour montrer une entrée à quelqu'un sans compte, ouvre-la et choisis « Lien de partage ».",
  linksHint: "Les liens expirés disparaissent après 30 jours.",
  anEntry: "Une entrée",
  takeBackLink: ({ title }) => `Retirer le lien vers « ${title} »`,
  takenBackAt: ({ at }) => `retiré : ${at}`,
  expiredAt: ({ at }) => `expiré : ${at}`,
  lockedUntil: ({ until }) => `bloqué jusqu'à : ${until}, trop de mauvaises phrases secrètes`,
  openUntil: ({ until }) => `ouvert jusqu'à : ${until}`,
  views: ({ count }) =>
    plural(count, { one: `${number(count)} vue`, other: `${number(count)} vues` }),
  withPassphrase: "avec phrase secrète",
  notAllowed: "Ton navigateur n'a pas autorisé les notifications.",
  pushUnreachable:
    "Le service de notifications de ce navigateur est injoignable. Réessaie plus tard.",
  thisBrowser: "Ce navigateur",
  notifyHere: "Notifications dans ce navigateur",
  blockedHint:
    "Ton navigateur bloque les notifications de ce site. Autorise-les dans ses réglages pour le site, puis rouvre cette page.",
  notifyHereHint:
    "Tu reçois ici notifications et rappels, même quand le journal est fermé. Ton navigateur te demande une fois si ça te va.",
  noPush:
    "Ce navigateur ne peut pas afficher de notifications. Sur iPhone ou iPad, ajoute le journal à l'écran d'accueil et ouvre-le de là.",
  toBeSent: "À envoyer",
  allSent: "Tout est envoyé",
  allSentHint: "Rien n'attend sur cet appareil.",
  chooseVersion: "Choisir entre deux versions",
  yourWords: "Tes mots",
  kinds: {
    attachments: "Un fichier d'une entrée",
    team_messages: "Un message à une équipe",
    comments: "Un commentaire",
    reactions: "Une réaction",
    drops: "Un encouragement",
    drop_reads: "Un encouragement que tu as lu",
    workout_check_ins: "Un check-in",
  },
  editsToSend: ({ count }) =>
    plural(count, {
      one: `${number(count)} changement de toi sera envoyé.`,
      other: `${number(count)} changements de toi seront envoyés.`,
    }),
  privacy: "Vie privée et connexion",
  settings: "Réglages",
  whatYouAllow: "Ce que tu permets",
  aiFindsMood: "L'IA trouve l'humeur de mes entrées",
  aiFindsMoodHint:
    "Le texte des entrées sans humeur va au fournisseur d'IA. Une humeur que tu choisis ne change jamais.",
  assistantReads: "L'assistant lit mon journal",
  assistantReadsHint:
    "Tes entrées et tes objectifs, quand tu lui parles et pour un résumé chaque jour.",
  assistantWrites: "L'assistant m'écrit",
  assistantWritesHint: "Un petit mot par jour, s'il peut lire ton journal.",
  mosaicPhotos: "Mes photos dans la mosaïque publique",
  mosaicPhotosHint: "La mosaïque du créneau. Si c'est désactivé, elle montre tes initiales.",
  changeNeedsNetwork: "Tu pourras changer ça en ligne.",
  isUnblocked: ({ name }) => `${name} peut à nouveau te joindre`,
  blockedPeople: "Personnes bloquées",
  nobodyBlocked: "Tu n'as bloqué personne",
  nobodyBlockedHint:
    "Les personnes bloquées ne peuvent pas t'encourager, et ne sont jamais à côté de toi dans une chaîne.",
  unblockNamed: ({ name }) => `Débloquer ${name}`,
  unblock: "Débloquer",
  aiWhenAsked: "L'IA aide quand je le demande",
  aiWhenAskedHint:
    "Elle propose une humeur, peint des images, met des enregistrements par écrit et te répond. C'est toujours marqué « Utilise l'IA ». Si c'est désactivé, on te demande d'abord.",
};
