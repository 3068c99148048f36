/** Keeps unsaved texts when the window closes, for their author alone. */
import { offline } from "./service.ts";

const PREFIX = "journal-draft/";
const prefixOf = (userId = offline.userId) => `${PREFIX}${userId}/`;

export const readDraft = <T>(name: string): T | null => {
  const text = localStorage.getItem(prefixOf() + name);
  return text === null ? null : JSON.parse(text);
};

export function keepDraft(name: string, draft: unknown): void {
  // A user who has signed out in another window leaves no draft here.
  if (offline.userId) localStorage.setItem(prefixOf() + name, JSON.stringify(draft));
}

export const dropDraft = (name: string): void => localStorage.removeItem(prefixOf() + name);

/** Cached responses keep files with their types; nobody fetches their addresses. */
const CACHE = "drafts";
const fileAddress = (name: string, n: number) => `/${prefixOf()}${name}/${n}`;
/** The end of the last change. Changes wait for each other, so that the last one stays. */
let last: Promise<unknown> = Promise.resolve();

/** Where the page has no cache, as without TLS, files are lost with the page. */
export const withCache = async <T>(
  name: string,
  work: (cache: Cache) => Promise<T>,
): Promise<T | undefined> =>
  "caches" in globalThis ? await work(await caches.open(name)) : undefined;

function withFiles<T>(work: (cache: Cache) => Promise<T>): Promise<T | undefined> {
  const done = last.then(() => withCache(CACHE, work));
  last = done.catch(() => {});
  return done;
}

/** Keeps the files of a draft in place of the former ones; an empty list forgets them. */
export const keepDraftFiles = (name: string, files: Blob[]): Promise<void> =>
  withFiles(async (cache) => {
    if (!offline.userId) return;
    for (const [n, file] of files.entries()) {
      await cache.put(fileAddress(name, n), new Response(file));
    }
    for (let n = files.length; await cache.delete(fileAddress(name, n)); n++);
  });

export const readDraftFiles = async (name: string): Promise<Blob[]> =>
  await withFiles(async (cache) => {
    const files: Blob[] = [];
    while (true) {
      const kept = await cache.match(fileAddress(name, files.length));
      if (!kept) return files;
      files.push(await kept.blob());
    }
  }) ?? [];

/** Forgets the drafts of a user, and the copies of photos, which are that user's alone. */
export async function forgetDrafts(userId: string | null): Promise<void> {
  const prefix = prefixOf(userId);
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix)) localStorage.removeItem(key);
  }
  await globalThis.caches?.delete("photos");
  await withFiles(async (cache) => {
    for (const request of await cache.keys()) {
      if (new URL(request.url).pathname.startsWith(`/${prefix}`)) await cache.delete(request);
    }
  });
}
