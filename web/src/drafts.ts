/** What is being written and not saved yet survives a closed window. */
const PREFIX = "journal-draft/";

export const readDraft = <T>(name: string): T | null => {
  const text = localStorage.getItem(PREFIX + name);
  return text === null ? null : JSON.parse(text);
};

export function keepDraft(name: string, draft: unknown): void {
  localStorage.setItem(PREFIX + name, JSON.stringify(draft));
}

export const dropDraft = (name: string): void => localStorage.removeItem(PREFIX + name);

export function forgetDrafts(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  }
}
