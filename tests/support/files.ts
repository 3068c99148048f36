/** Files in storage, and the files that are not about to be deleted. */
import { expect } from "vitest";
import { eventually } from "./eventually.ts";
import { sql } from "./sql.ts";

/** The paths of a bucket's files that match a SQL pattern. */
export const filesLike = async (bucket: string, pattern: string): Promise<string[]> =>
  (await sql<{ name: string }[]>`
    select name from storage.objects
    where bucket_id = ${bucket} and name like ${pattern} order by name`)
    .map(({ name }) => name);

/**
 * The files that do not wait in the outbox of files to delete. A file in the outbox counts as
 * deleted, because another request, job or test may delete it at any time.
 */
export const lastingFiles = async (bucket: string, pattern: string): Promise<string[]> =>
  (await sql<{ name: string }[]>`
    select name from storage.objects as o
    where bucket_id = ${bucket} and name like ${pattern} and not exists (
      select from private.storage_deletions as d where d.bucket = o.bucket_id and d.path = o.name
    )
    order by name`)
    .map(({ name }) => name);

/**
 * Waits until all files that match a pattern, except the given ones, are deleted or in the outbox.
 */
export const filesAreGoing = (
  bucket: string,
  pattern: string,
  kept: string[] = [],
): Promise<void> =>
  eventually(async () => expect(await lastingFiles(bucket, pattern)).toEqual(kept));
