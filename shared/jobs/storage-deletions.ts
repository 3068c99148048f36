import { serviceClient } from "../database/clients.ts";
import { must } from "../database/results.ts";

/** What a batch did. */
export interface DeletedFiles {
  /** How many files the outbox had at hand; 0 when nothing is due. */
  taken: number;
  deleted: number;
  /** What went wrong, once for each bucket; these files are tried again later. */
  errors: string[];
}

/**
 * Deletes a batch of the files that wait in the outbox `private.storage_deletions`, through the
 * Storage API. A file that is gone already counts as deleted, so a batch may be cut off anywhere.
 *
 * @param accountId only the files that this account's deletion waits for, those that were put off
 * included.
 */
export async function deleteDiscardedFiles(
  { limit = 200, accountId }: { limit?: number; accountId?: string } = {},
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

/** Null when the files are gone, else why they may not be. */
async function remove(bucket: string, paths: string[]): Promise<string | null> {
  const { error } = await serviceClient().storage.from(bucket).remove(paths);
  // With the bucket its files have gone.
  return !error || error.message === "Bucket not found" ? null : error.message;
}
