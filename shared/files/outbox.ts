import { unavailable } from "../base/errors.ts";
import { inBackground } from "../base/log.ts";
import { type Db, serviceClient, storageClient } from "../database/clients.ts";
import { must } from "../database/results.ts";
import { CACHE_S } from "./addresses.ts";

/** A file to store, for somebody who has been verified. */
export interface StoredFile {
  bucket: string;
  path: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Its media type, as established from the bytes. */
  type: string;
}

/**
 * Stores files and has them recorded. Cut off anywhere, it leaves none behind: their places wait in
 * the outbox of files to delete until `record` takes them out, with `private.keep_reserved_file` in
 * the transaction that begins to point at them. Where that fails the outbox decides, because an
 * answer may be lost although the transaction was not.
 *
 * @throws {HttpError} 503 when a file cannot be stored; whatever `record` throws.
 *
 * @example
 * ```ts
 * const row = await storeFiles(
 *   [{ bucket: "entry-backgrounds", path, bytes, type: "image/png" }],
 *   async (db) => must(await db.rpc("record_entry_background", { p_path: path, ... })),
 * );
 * ```
 */
export async function storeFiles<T>(
  files: StoredFile[],
  record: (db: Db) => Promise<T>,
): Promise<T> {
  const db = serviceClient();
  await Promise.all(files.map((file) => storeReserved(db, file)));
  try {
    return await record(db);
  } catch (error) {
    inBackground(giveUp(db, files), "file not deleted");
    throw error;
  }
}

/** Stores one file, as `storeFiles` does several. */
export const storeFile = <T>(file: StoredFile, record: (db: Db) => Promise<T>): Promise<T> =>
  storeFiles([file], record);

async function storeReserved(db: Db, { bucket, path, bytes, type }: StoredFile): Promise<void> {
  must(await db.rpc("reserve_file", { p_bucket: bucket, p_path: path }));
  const upload = await storageClient().from(bucket).upload(path, bytes, {
    contentType: type,
    cacheControl: String(CACHE_S),
  });
  const what = type.startsWith("image/") ? "image" : "file";
  if (upload.error) throw unavailable(`The ${what} could not be stored`, upload.error);
}

async function giveUp(db: Db, files: StoredFile[]): Promise<void> {
  for (const { bucket, path } of files) {
    must(await db.rpc("release_file", { p_bucket: bucket, p_path: path }));
  }
  await deleteDiscardedFiles();
}

/** The result of a batch. */
interface DeletedFiles {
  /** How many files the outbox had at hand; 0 when nothing is due. */
  taken: number;
  deleted: number;
  /** The errors, one for each bucket; their files are tried again later. */
  errors: string[];
}

/**
 * Deletes a batch of the files that wait in the outbox `private.storage_deletions`, through the
 * Storage API. A file that is gone already counts as deleted, so a batch may be cut off anywhere.
 *
 * @param accountId only the files that this account's deletion waits for, including files that were
 * put off.
 */
export async function deleteDiscardedFiles(
  { limit = 100, accountId }: { limit?: number; accountId?: string } = {},
): Promise<DeletedFiles> {
  const db = serviceClient();
  const files = must(
    await db.rpc("take_storage_deletions", {
      p_limit: limit,
      ...(accountId && { p_account_id: accountId }),
    }),
  );
  const batch: DeletedFiles = { taken: files.length, deleted: 0, errors: [] };
  for (const [bucket, group] of Map.groupBy(files, (file) => file.bucket)) {
    const p_ids = group.map(({ id }) => id);
    const failure = await remove(bucket, group.map(({ path }) => path));
    if (failure === null) {
      must(await db.rpc("finish_storage_deletions", { p_ids }));
      batch.deleted += p_ids.length;
    } else {
      must(await db.rpc("fail_storage_deletions", { p_ids, p_error: failure }));
      batch.errors.push(`${bucket}: ${failure}`);
    }
  }
  return batch;
}

/** Removes files; returns null when they are gone, otherwise the error. */
async function remove(bucket: string, paths: string[]): Promise<string | null> {
  const { error } = await storageClient().from(bucket).remove(paths);
  // The bucket is gone, and its files with it.
  return !error || error.message === "Bucket not found" ? null : error.message;
}

/**
 * Deletes the files that a request has discarded, after its answer. A job deletes the remaining
 * files every five minutes.
 */
export const deleteFilesAfterAnswer = () =>
  inBackground(deleteDiscardedFiles(), "discarded files not deleted");
