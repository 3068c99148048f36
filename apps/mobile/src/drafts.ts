/**
 * Texts that a person has typed and not saved. The device's key seals them, so that they are there
 * when the app starts again; before the phone is open they are in memory alone.
 */
import { modules } from "./modules";
import { openDevice } from "./sealed";
import { offline } from "./service";

/** Milliseconds after which a text is sealed that somebody types. */
const PAUSE = 300;

/** Drafts that the phone has not kept yet, by their names; undefined for a draft that goes. */
const waiting = new Map<string, unknown>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** The person whose texts they are. */
let author: string | null = null;

// The system may end an app in the background.
modules.AppState.addEventListener("change", (state) => {
  if (state !== "active") void keepWaiting();
});

/** Keeps what waits. A failure of the storage waits for the next time. */
export async function keepWaiting(): Promise<void> {
  clearTimeout(timer);
  const drafts = openDevice()?.drafts;
  if (!drafts || offline.userId !== author) return;
  await Promise.allSettled([...waiting].map(async ([name, draft]) => {
    await (draft === undefined ? drafts.drop(name) : drafts.keep(name, draft));
    if (waiting.get(name) === draft) waiting.delete(name);
  }));
}

export function keepDraft(name: string, draft: object): void {
  waiting.set(name, draft);
  clearTimeout(timer);
  timer = setTimeout(keepWaiting, PAUSE);
}

export function dropDraft(name: string): void {
  waiting.set(name, undefined);
  void keepWaiting();
}

export const readDraft = <T>(name: string): T | undefined =>
  (waiting.has(name) ? waiting.get(name) : openDevice()?.drafts.get(name)) as T | undefined;

/** The names of all drafts that begin with the prefix. */
export const draftNames = (prefix: string): string[] =>
  [...new Set([...openDevice()?.drafts.names(prefix) ?? [], ...waiting.keys()])]
    .filter((name) => name.startsWith(prefix) && readDraft(name) !== undefined);

/** Another person has nothing of them: what the client has kept goes with the signing out. */
export function beginDrafts(userId: string | null): void {
  if (userId === author) return;
  author = userId;
  clearTimeout(timer);
  waiting.clear();
}
