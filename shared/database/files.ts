import { unavailable } from "../http/errors.ts";
import { inBackground } from "../http/log.ts";
import { type Db, serviceClient } from "./clients.ts";
import { must } from "./results.ts";

/** An image to store, for somebody who has been verified. */
export interface ImageFile {
  bucket: string;
  path: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Its media type, as established from the bytes. */
  type: string;
}

/**
 * Stores an image and has it recorded. Cut off anywhere, it leaves no file behind: its place waits in
 * the outbox of files to delete until `record` takes it out, with `private.keep_reserved_file` in the
 * transaction that begins to point at the file.
 *
 * @throws {HttpError} 503 when the file cannot be stored; whatever `record` throws.
 *
 * @example
 * ```ts
 * const row = await storeImage(
 *   { bucket: "entry-backgrounds", path, bytes, type: "image/png" },
 *   async (db) => must(await db.rpc("record_entry_background", { p_path: path, ... })),
 * );
 * ```
 */
export async function storeImage<T>(
  { bucket, path, bytes, type }: ImageFile,
  record: (db: Db) => Promise<T>,
): Promise<T> {
  const db = serviceClient();
  const files = db.storage.from(bucket);
  must(await db.rpc("reserve_file", { p_bucket: bucket, p_path: path }));
  const upload = await files.upload(path, bytes, { contentType: type });
  if (upload.error) throw unavailable("The image could not be stored", upload.error);
  try {
    return await record(db);
  } catch (error) {
    inBackground(files.remove([path]), "file not removed");
    throw error;
  }
}
