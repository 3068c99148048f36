import { plural } from "../../plural.ts";
import { number } from "../../words.ts";

export const words = {
  notFound: "Not found",
  nothingHere: "There is nothing at this address",
  toToday: "Go to Today",
  stop: "Stop",
  haveALook: "Have a look",
  offlineState: "Offline",
  notSentYet: "Not sent yet",
  sendingState: "Sending …",
  upToDate: "Up to date",
  unread: ({ count }: { count: number }) => `${number(count)} unread`,
  actingAs: ({ name }: { name: string }) => `You act as ${name}. The audit log records it.`,
  actingAsUser: "You act as a user. The audit log records it.",
  offline: "You are offline. You can go on writing.",
  sentLater: ({ count }: { count: number }) =>
    plural(count, {
      one: "We send 1 change later.",
      other: `We send ${number(count)} changes later.`,
    }),
  conflicts: ({ count }: { count: number }) =>
    plural(count, {
      one: "1 change needs your choice.",
      other: `${number(count)} changes need your choice.`,
    }),
  notSent: ({ count }: { count: number }) =>
    plural(count, {
      one: "1 thing could not be sent.",
      other: `${number(count)} things could not be sent.`,
    }),
  changes: ({ count }: { count: number }) =>
    plural(count, { one: "1 change", other: `${number(count)} changes` }),
  today: "Today",
  people: "People",
  window: "Window",
  assistant: "Assistant",
  lab: "Lab",
  me: "Me",
  more: "More",
  skip: "Skip to the content",
  main: "Main",
  needsNetwork: "You need to be online for this",
  didNotWork: "That did not work",
  needsNetworkHint:
    "Everything on this device stays here. The rest comes when you are back online.",
  noAnswer: "The service does not answer at the moment.",
  loading: "Loading",
  isLoading: ({ what }: { what: string }) => `${what} …`,
  dismiss: "Dismiss",
  couldNotLoad: "This part of the app did not load.",
  offlineTryLater: "You are offline. Try again when you are back.",
  ourFault: "Something went wrong on our side. Try again in a moment.",
  addressUnknown: "There is nothing at this address.",
  keptHere: "Kept on this device. We send it when you are back online.",
  linkFailed: "That link did not work. Please ask for a new one.",
  sessionEnded:
    "Your session has ended. What you wrote is safe on this device. Please sign in again.",
  /** By the code of the refusal. */
  refusals: {
    invalid_credentials: "The address or the password is not right.",
    email_not_confirmed: "Please open the link in our mail first.",
    email_address_invalid: "This is not an e-mail address.",
    user_already_exists: "This address has an account already.",
    user_banned: "This account is blocked.",
    weak_password: "This password is too easy to guess. Take a longer one.",
    same_password: "You have this password already. Take another one.",
    rate_limited: "That was a lot in a short time. Please wait a little.",
    daily_quota_reached: "That is all for today. You can go on tomorrow.",
    quota_reached: "You have as many as you can keep. Delete some first.",
    storage_full: "Your room is full. Delete something first.",
    unavailable: "This does not work right now. Try again in a minute.",
    required: "Please fill this in.",
    no_drops_left: "You have no cheers left for today.",
    no_custom_drops_left: "Your own words are used up for today. Send a ready-made cheer.",
    chat_busy: "The assistant is still answering.",
    ai_limit_reached: "The assistant has done enough for today. It goes on tomorrow.",
    already_invited: "This person is invited already.",
    invitation_ended: "This invitation has ended. Ask for another one.",
    import_running: "An import is running. Wait until it has ended.",
    invitation_needed: "This person joins by an invitation only.",
  },
};
