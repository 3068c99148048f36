import { plural } from "../../plural.ts";
import { number } from "../../words.ts";

export const words = {
  linkUsed: "This link has expired or was already used. Please ask for a new one.",
  offline: "You are offline. Try again when you are back.",
  pageTitle: "Your link – Journal",
  signInAs: ({ email }: { email: string }) => `Sign in as ${email}?`,
  newPasswordFor: ({ email }: { email: string }) => `New password for ${email}`,
  passwordHint: "At least 8 characters",
  saveAndSignIn: "Save and sign in",
  signIn: "Sign in",
  stayAsIAm: "No, stay as I am",
  notMe: "That is not me",
  oneMoreLink: "One more link",
  notComplete: "This link is not complete",
  otherLink: "Thank you! Now open the link that we sent to your other address.",
  openAgain: "Open the link in your e-mail again, or ask for a new one.",
  openApp: "Open the app",
  toJournal: "Go to my journal",
  toSignIn: "Go to sign-in",
  otherSignedIn: ({ email }: { email: string }) =>
    `You are signed in as ${email}. If you go on, that account is signed out here.`,
  changesLost: ({ count }: { count: number }) =>
    plural(count, {
      one: "1 change of it could not be sent yet and will be lost.",
      other: `${number(count)} changes of it could not be sent yet and will be lost.`,
    }),
  nothingChanges: ({ email }: { email: string }) =>
    `You are signed in as ${email}. Nothing changes yet.`,
  kinds: {
    signup: { title: "Confirm your e-mail address", act: "Confirm" },
    email_change: { title: "Confirm your new address", act: "Confirm" },
    magiclink: { title: "Sign in", act: "Continue" },
    email: { title: "Sign in", act: "Continue" },
    invite: { title: "You are invited", act: "Accept" },
    recovery: { title: "Choose a new password", act: "Continue" },
  },
};
