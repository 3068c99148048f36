import type { StorageError } from "@supabase/storage-js";
import { unavailable } from "../base/errors.ts";

/**
 * The file that Storage has sent; null when Storage has lost it, for instance after a restore.
 *
 * @throws {HttpError} 503 when Storage does not answer: another request may get the file.
 *
 * @example
 * ```ts
 * const photo = downloaded(await storageClient().from("workout-photos").download(path));
 * ```
 */
export function downloaded<T>(
  { data, error }: { data: T; error: null } | { data: null; error: StorageError },
): T | null {
  // Hosted answers 400, and says in the body what is meant.
  if (!error || ("statusCode" in error && error.statusCode === "404")) return data;
  throw unavailable("The file could not be read", error);
}
