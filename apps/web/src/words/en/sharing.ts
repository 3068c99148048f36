import { plural } from "../../plural.ts";
import { number } from "../../words.ts";

export const words = {
  shareLink: "Share link",
  hint:
    "Anyone with the link can read this entry, with its photos and your name. They need no account. When you change the entry, they see the change.",
  linkWorksFor: "The link works for",
  passphrase: "Passphrase (optional)",
  passphraseHint: "At least 6 characters. Do not send it together with the link.",
  needsNetwork: "You are offline. You can make a link when you are back.",
  makeLink: "Make a link",
  copyNow: ({ until }: { until: string }) =>
    `Copy it now, you only see it once. It works until ${until}.`,
  lost: "The link was made but got lost on its way here. Please make another one.",
  myShareLinks: "My share links",
  done: "Done",
  days: ({ count }: { count: number }) =>
    plural(count, { one: "1 day", other: `${number(count)} days` }),
};
