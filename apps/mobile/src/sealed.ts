/**
 * Sealed notebooks on this phone. Their texts are opened here, wait under the device's key, and are
 * sealed and sent when there is a network. `docs/sealed.md` describes the client.
 */
import { type Conflict, JournalError } from "@journal/client";
import type {
  NewSealedEntry,
  Sealed,
  SealedConflict,
  SealedEdit,
  SealedEntry,
  SealedFailure,
  SealedState,
  Unlocker,
} from "@journal/client/sealed";
import { useSyncExternalStore } from "react";
import { secrets } from "./modules";
import { deviceKeysOf, installCrypto } from "./sealed-modules";
import { api, offline } from "./service";
import { words } from "./words";

export type { SealedConflict, SealedEntry, Unlocker };

/** Milliseconds after which a failed exchange is tried again; doubled with each failure. */
const AGAIN = 2000;
const AGAIN_AT_MOST = 5 * 60_000;

let sealed: Sealed | undefined;
let opening: Promise<void> | undefined;
let hasFailed = false;
/** The newest entries, which the phone shows while it opens the others. */
let newest: readonly SealedEntry[] = [];

/**
 * Finds out what this phone has of sealed notebooks, and keeps it up to date from then on. After a
 * failure, such as of the phone's storage, screens say so and offer another attempt.
 */
export function start(): Promise<void> {
  return opening ??= begin().catch((error) => {
    console.error(error);
    opening = undefined;
    hasFailed = true;
    tell();
  });
}

async function begin(): Promise<void> {
  hasFailed = false;
  tell();
  const { openSealed, useArgon2id } = await import("@journal/client/sealed");
  await installCrypto(secrets, useArgon2id);
  sealed = await openSealed({ offline }, {
    deviceKeys: deviceKeysOf(secrets),
    newest(entries) {
      newest = entries;
      tell();
    },
  });
  newest = [];
  sealed.subscribe(() => {
    tell();
    void countReaders();
  });
  offline.subscribe(() => {
    tell();
    followSync();
  });
  tell();
  void countReaders();
  void exchange();
}

/** Sealed notebooks on this phone; undefined before they are known, and while they are not open. */
export const openDevice = (): Sealed | undefined => sealed?.state === "open" ? sealed : undefined;

function opened(): Sealed {
  if (!sealed) throw new TypeError("Sealed notebooks are not open yet");
  return sealed;
}

/* The contents of screens. */

/** Names of the notebooks of others, in which the person is a member. */
const names = new Map<string, string>();
const ownName = (id: string) => offline.list("notebooks").find((own) => own.id === id)?.name;
const nameOf = (id: string) => ownName(id) ?? names.get(id) ?? words.sealed.notebook;

/** How many people read a notebook by its log, which no service can shorten. */
const readers = new Map<string, number>();
let counting: Promise<boolean> | undefined;
let isCountAsked = false;

/** Counts them, and once more when something has changed meanwhile. */
async function countReaders(): Promise<void> {
  isCountAsked = true;
  if (counting) return;
  while (isCountAsked) {
    isCountAsked = false;
    if (await (counting = countOnce())) tell();
  }
  counting = undefined;
}

async function countOnce(): Promise<boolean> {
  let isChanged = false;
  for (const id of sealed?.notebooks.ids ?? []) {
    // A log that cannot be believed says no number; one without the user is not told any more.
    const found = await sealed!.notebooks.get(id).catch(() => null);
    const count = found && !found.isOut ? found.readers.length : undefined;
    if (readers.get(id) === count) continue;
    isChanged = true;
    if (count === undefined) readers.delete(id);
    else readers.set(id, count);
  }
  return isChanged;
}

function read() {
  const entries = sealed?.entries;
  const pending = Object.values(entries?.status?.pending ?? {});
  const { ids = [], readOnly = [] } = sealed?.notebooks ?? {};
  const state: SealedState | "opening" | "failed" = sealed?.state ??
    (hasFailed ? "failed" : "opening");
  return {
    state,
    /** Unsent texts may lie on this phone that it cannot count. */
    mayWait: ["opening", "failed", "locked"].includes(state) && isAnythingSealed(),
    /** The name of what the last exchange could not believe, or null. */
    failure: nameOfFailure(entries?.status?.lastError?.code),
    /** The person has begun anew elsewhere: this phone has the former keys. */
    isOutdated: sealed?.keys.isOutdated ?? false,
    entries: entries?.list() ?? newest,
    /** The notebooks in which the person can write. */
    notebooks: ids.filter((id) => !readOnly.includes(id))
      .map((id) => ({ id, name: nameOf(id), readers: readers.get(id) })),
    /** All of them: their names, and how many people read them, where that is known. */
    shelf: new Map(
      [...ids, ...newest.map(({ notebook_id }) => notebook_id!)]
        .map((id) => [id, { name: nameOf(id), readers: readers.get(id) }]),
    ),
    conflicts: entries?.conflicts ?? [],
    joined: entries?.joined ?? [],
    /** The number of writes that wait. */
    pending: pending.reduce((sum, { writes }) => sum + writes, 0),
  };
}

const nameOfFailure = (code: string | undefined): SealedFailure | null =>
  code !== undefined && code in words.sealed.failures ? code as SealedFailure : null;

let shown: ReturnType<typeof read> | undefined;
const listeners = new Set<() => void>();
let isTold = false;

function tell(): void {
  shown = undefined;
  // Many entries open at once; the screen follows once.
  if (isTold) return;
  isTold = true;
  queueMicrotask(() => {
    isTold = false;
    for (const listener of listeners) listener();
  });
}

const store = {
  get: () => shown ??= read(),
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** The sealed things that this phone has opened; a screen follows them. */
export const useSealed = () => useSyncExternalStore(store.subscribe, store.get);

/* The exchange with the service. */

let isOnline = true;
let isRunning = false;
/** Whether another exchange follows the present one. */
let isAsked = false;
let wait = AGAIN;
let again: ReturnType<typeof setTimeout> | undefined;
/** When the sync of open things, which this file has followed, has succeeded last. */
let followed: string | null = null;

/** Tells whether the phone has a network: what waits is sent at once when it is back. */
export function tellNetwork(isThere: boolean): void {
  isOnline = isThere;
  if (isThere) void exchange();
}

/** Each sync of open things that succeeds is followed by one of sealed things. */
function followSync(): void {
  const { lastSync } = offline.status();
  // An exchange of this file syncs open things itself.
  if (lastSync !== followed && !isRunning) void exchange();
}

/** Sends and fetches what is sealed. A failure is tried again: soon, or with the network. */
async function exchange(): Promise<void> {
  if (!sealed || !offline.userId || !isOnline) return;
  if (isRunning) {
    isAsked = true;
    return;
  }
  clearTimeout(again);
  isRunning = true;
  followed = offline.status().lastSync;
  try {
    await exchangeOnce(sealed);
    wait = AGAIN;
  } catch (error) {
    if (!(error instanceof JournalError)) console.error(error);
    again = setTimeout(exchange, wait);
    wait = Math.min(2 * wait, AGAIN_AT_MOST);
  } finally {
    isRunning = false;
    if (sealed.state === "open") followed = offline.status().lastSync;
  }
  if (!isAsked) return;
  isAsked = false;
  await exchange();
}

async function exchangeOnce({ state, keys }: Sealed): Promise<void> {
  const isUnasked = state === "unknown" || state === "none" && isAnythingSealed();
  const now = isUnasked ? await keys.check() : state;
  if (now === "unknown") {
    throw new JournalError(0, "no_network", words.errors.noNetwork);
  }
  if (now !== "open") return;
  await opened().sync();
  await readNames();
}

/** Whether the copies show that the person has set up sealed notebooks, maybe on another device. */
const isAnythingSealed = () =>
  offline.list("notebooks").some(({ is_sealed }) => is_sealed) ||
  offline.list("journal_entries").some(({ is_sealed }) => is_sealed);

async function readNames(): Promise<void> {
  for (const id of opened().notebooks.ids) {
    if (names.has(id) || ownName(id) !== undefined) continue;
    try {
      const { notebook } = await api.get("/api/notebooks/{id}", { params: { path: { id } } });
      names.set(id, notebook.name);
      tell();
    } catch (error) {
      // A notebook that is gone.
      if (!(error instanceof JournalError) || error.isTemporary) throw error;
    }
  }
}

/* The acts of the person. */

/**
 * Opens the sealed notebooks on this phone.
 *
 * @throws {SealedError} wrong_key when the way does not fit, refused when a code is mistyped
 */
export async function openWith(way: Unlocker): Promise<void> {
  const { keys, state } = opened();
  await (state === "locked" ? keys.unlock(way) : keys.enter(way));
  tell();
  void exchange();
}

/** Removes former keys of the person from this locked phone, with the texts that only they open. */
export const forgetKeys = (): Promise<void> => opened().keys.forget();

/**
 * Writes a new entry, which waits until it is sent. With the same id it is written once.
 *
 * @throws {JournalError} 409 `is_open` when an open entry has this id: the service may have its text
 */
export async function write(entry: NewSealedEntry, id: string): Promise<void> {
  const { entries } = opened();
  const open = offline.get("journal_entries", id);
  if (open && !open.is_sealed) {
    throw new JournalError(409, "is_open", words.sealed.isOpen);
  }
  const saved = entries.get(id);
  if (!saved) await entries.create(entry, id);
  // An entry with this id may have changed since it was written: another text is another entry.
  else if (saved.title !== (entry.title ?? "") || saved.content !== entry.content) {
    await entries.create(entry);
  }
  void exchange();
}

/** Changes an entry of the person; `base` has the values from which the edit began. */
export async function edit(id: string, fields: SealedEdit, base: SealedEdit): Promise<void> {
  await opened().entries.update(id, fields, base);
  void exchange();
}

/** Answers an edit that collided with another device's or was refused. */
export async function resolve(conflict: SealedConflict, answer: "mine" | "theirs"): Promise<void> {
  await opened().entries.resolve(conflict, answer);
  void exchange();
}

/** Answers an edit of an open entry, which another device may have sealed meanwhile. */
export async function resolveOpen(conflict: Conflict, answer: "mine" | "theirs"): Promise<void> {
  const isSealed = answer === "mine" &&
    (conflict.theirs as { is_sealed?: boolean } | null)?.is_sealed;
  await (isSealed ? resolve(conflict as never, answer) : offline.resolve(conflict, answer));
}

export const forgetJoined = (id: string): Promise<void> => opened().entries.forgetJoined(id);
