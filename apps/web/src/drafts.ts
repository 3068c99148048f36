/** What is being written and not saved yet survives a closed window, for its author alone. */
import { offline } from "./service.ts";

const PREFIX = "journal-draft/";
const prefixOf = (userId = offline.userId) => `${PREFIX}${userId}/`;

export const readDraft = <T>(name: string): T | null => {
  const text = localStorage.getItem(prefixOf() + name);
  return text === null ? null : JSON.parse(text);
};

export function keepDraft(name: string, draft: unknown): void {
  // Who has signed out in another window leaves nothing here.
  if (offline.userId) localStorage.setItem(prefixOf() + name, JSON.stringify(draft));
}

export const dropDraft = (name: string): void => localStorage.removeItem(prefixOf() + name);

/** Those of the user who is signed in, or of another one. */
export function forgetDrafts(userId?: string | null): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefixOf(userId))) localStorage.removeItem(key);
  }
}
