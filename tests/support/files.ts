/** Files in storage, and which of them are there to stay. */
import { expect } from "vitest";
import { eventually } from "./eventually.ts";
import { sql } from "./sql.ts";

/** The paths of a bucket's files that are like a pattern of SQL. */
export const filesLike = async (bucket: string, pattern: string): Promise<string[]> =>
  (await sql<{ name: string }[]>`
    select name from storage.objects
    where bucket_id = ${bucket} and name like ${pattern} order by name`)
    .map(({ name }) => name);

/**
 * Those of them that do not wait in the outbox of files to delete. A file that waits there is as good
 * as gone; who deletes it, and when, is for the next request, a job, or another test to say.
 */
export const lastingFiles = async (bucket: string, pattern: string): Promise<string[]> =>
  (await sql<{ name: string }[]>`
    select name from storage.objects as o
    where bucket_id = ${bucket} and name like ${pattern} and not exists (
      select from private.storage_deletions as d where d.bucket = o.bucket_id and d.path = o.name
    )
    order by name`)
    .map(({ name }) => name);

/** Waits until all files that are like a pattern have gone or are going, but for some. */
export const filesAreGoing = (
  bucket: string,
  pattern: string,
  kept: string[] = [],
): Promise<void> =>
  eventually(async () => expect(await lastingFiles(bucket, pattern)).toEqual(kept));
