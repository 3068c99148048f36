import type { words as en } from "../en/assistant.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  assistant: "Assistant",
  chat: "Discussion",
  analyses: "Bilans",
  settings: "Réglages",
  message: "Message à l'assistant",
  writeHere: "Écris à l'assistant",
  offline: "Tu es hors ligne",
  stopAnswer: "Arrêter la réponse",
  stop: "Arrêter",
  conversation: "Conversation",
  olderMessages: "Messages plus anciens",
  onYourMind: "Qu'as-tu en tête ?",
  onYourMindHint:
    "Pose une question sur tes jours, tes objectifs ou ton humeur. Personne d'autre ne voit cette conversation.",
  thinking: "L'assistant réfléchit",
  looking: "Il regarde dans ton journal …",
  sources: "Dans ton journal",
  moreSources: ({ count }) =>
    plural(count, {
      one: `${number(count)} autre entrée`,
      other: `${number(count)} autres entrées`,
    }),
  mayReadJournal: "Il peut lire ton journal",
  letItReadJournal: "Laisse-le lire ton journal",
  cutOff: "La réponse s'arrête ici.",
  askAgain: "Redemander",
  youSay: "Toi :",
  assistantSays: "Assistant :",
  connectionLost: "La connexion est perdue.",
  notReached: "L'assistant est injoignable.",
  goOnIn: ({ time }) => `Tu pourras continuer dans ${time}.`,
  advice: {
    not_configured: "Les responsables de ce service n'ont pas branché d'assistant.",
    chat_disabled: "Il a été désactivé. Tu peux toujours lire cette conversation.",
    ai_limit_reached: "Tous ensemble, on a épuisé la part du jour. Elle revient demain.",
    content_declined: "Essaie de le dire autrement.",
  },
  announced: ({ text }) => `L'assistant : ${text}`,
  analysisDone: "Ton bilan est prêt",
  lastSevenDays: "Tes sept derniers jours",
  takesHalfAMinute: "Ça peut prendre une demi-minute.",
  analyzeNow: "Faire le bilan",
  decideWhatItReads: "Choisis ce qu'il peut lire",
  noAnalyses: "Pas encore de bilan",
  noAnalysesHint: "Écris quelque chose, et le premier apparaîtra ici.",
  deleteAllAnalyses: "Supprimer tous les bilans",
  deleteAnalysis: ({ day }) => `Supprimer le bilan du ${day}`,
  recurring: "Ce qui revient souvent",
  askDelete: "Supprimer ce bilan ?",
  deleteHint: "Tes entrées restent.",
  askDeleteAll: "Supprimer tous les bilans ?",
  deleteAllHint: "L'assistant les oublie. Tes entrées restent.",
  weekHint:
    "Chaque nuit, l'assistant lit tes sept derniers jours et te dit ce qu'il voit. Tu peux aussi lui demander maintenant.",
  weekNotAllowed:
    "L'assistant ne lit tes entrées que si tu le permets. En attendant, il n'y a rien à voir ici.",
  directions: {
    improving: "Ça va mieux",
    steady: "Stable",
    declining: "Ça devient plus dur",
    mixed: "Des hauts et des bas",
  },
  insights: {
    gratitude: "Ta gratitude",
    achievements: "Ce que tu as réussi",
    challenges: "Ce qui est dur",
    goals: "Ce que tu veux",
  },
  fromEntries: ({ count }) =>
    plural(count, {
      one: `Tiré de ${number(count)} entrée`,
      other: `Tiré de ${number(count)} entrées`,
    }),
  deleteConversationHint:
    "Tous les messages, les tiens et ceux de l'assistant, disparaissent de tous tes appareils.",
  askDeleteConversation: "Supprimer la conversation ?",
  deleted: "Supprimé",
  whatItMayDo: "Ce qu'il peut faire",
  readJournal: "Lire mon journal",
  readJournalHint:
    "Dans la discussion, il cherche dans ton journal et connaît tes objectifs en cours. Chaque nuit, il regarde tes sept derniers jours. Il ne lit jamais les entrées des autres. Si tu coupes ça, il s'arrête à ton prochain message.",
  writeToMe: "M'écrire",
  theConversation: "La conversation",
  conversationHint:
    "Personne d'autre ne peut la lire, même pas un admin. Elle reste jusqu'à ce que tu la supprimes.",
  deleteConversation: "Supprimer la conversation",
  usedThisMonth: "Utilisé ce mois-ci",
  usage: "Utilisation",
  nothingUsed: "Rien pour l'instant.",
  usageCaption: "Ce que l'IA a coûté ce mois-ci",
  usedForHead: "Pour",
  tokens: "Tokens",
  tokensHint:
    "L'IA compte en tokens ce qu'elle lit et écrit. Un token, c'est environ quatre lettres.",
  images: "Images",
  cost: "Coût",
  writeToMeHint: "Une fois par jour, il t'envoie un encouragement.",
  writeToMeNeedsJournal:
    "Une fois par jour, il t'envoie un encouragement. Pour ça, il doit aussi lire ton journal.",
  providerHint:
    "Tes messages, et ce que tu le laisses lire, vont au fournisseur d'IA de ce service sans ton nom ni ton adresse. On lui demande de ne pas les garder.",
  chooseForEntries: "Choisis si l'IA trouve l'humeur de tes entrées",
  usedFor: {
    other: "Discussion, bilans, encouragements du jour",
    tone: "Humeurs des entrées",
    images: "Images des entrées",
    packs: "Packs d'images",
  },
  calls: ({ count }) =>
    plural(count, { one: `${number(count)} appel`, other: `${number(count)} appels` }),
  lessThan: ({ amount }) => `moins de ${amount}`,
};
