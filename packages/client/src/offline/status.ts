/** The state of the exchange with the service. */
import { JournalError } from "../errors.ts";
import type { Kind } from "./kinds.ts";
import type { SendKind, Waiting } from "./sends.ts";
import type { Write } from "./writes.ts";

/** The unsent objects of a kind. */
export interface PendingOf {
  /** The number of objects, such as entries: a new entry with an edit counts once. */
  objects: number;
  /** The number of writes to send, as `offline.pending` counts them. */
  writes: number;
}

/** Why the last sync failed. */
export interface SyncError {
  /** The code of a `JournalError`, otherwise the name of the error. */
  code: string;
  message: string;
  at: string;
  /** Whether the next sync may succeed without anybody's help. */
  isTemporary: boolean;
}

export interface SyncStatus {
  isSyncing: boolean;
  /** When the last sync ended, except for its files, also in an earlier run of the program. */
  lastSync: string | null;
  /** Why the last sync failed; null when it succeeded. */
  lastError: SyncError | null;
  /** Whether the copies are complete: false until the first sync has fetched everything. */
  isWhole: boolean;
  /** The objects and items of the outbox that wait to be sent, by kind, without refused ones. */
  pending: { readonly [K in Kind | SendKind]?: PendingOf };
  /** The number of items of the outbox that the service refuses. */
  refused: number;
  /** The number of edits that the user has to decide on. */
  conflicts: number;
}

/** The unsent objects, by kind. */
export function pendingOf(writes: Write[], waiting: readonly Waiting[]): SyncStatus["pending"] {
  const items = [...writes, ...waiting.filter(({ refusal }) => !refusal)];
  const kinds = new Set(items.map(({ kind }) => kind));
  return Object.fromEntries([...kinds].map((kind) => {
    const ids = items.filter((item) => item.kind === kind).map(({ id }) => id);
    return [kind, { objects: new Set(ids).size, writes: ids.length }];
  }));
}

/** An error as the status shows it. */
export function syncError(error: unknown): SyncError {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const isOurs = error instanceof JournalError;
  return {
    code: isOurs ? error.code : name,
    message,
    at: new Date().toISOString(),
    isTemporary: isOurs && error.isTemporary,
  };
}
