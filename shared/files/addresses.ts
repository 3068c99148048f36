import { projectEnv } from "../base/env.ts";
import { unavailable } from "../base/errors.ts";
import { storageClient } from "../database/clients.ts";

/** The address of a file in a public bucket, which opens for anyone who knows it. */
export function publicUrl(bucket: string, path: string): string {
  // Joined: V8 writes a whole answer as JSON at half the speed when a string of it is in pieces.
  return [projectEnv().url, "storage/v1/object/public", bucket, encodeURI(path)].join("/");
}

/**
 * The lifetime (s) of a signed URL, and of a file in a cache. Both keep working that long after the
 * right to read ends.
 */
export const LIFETIME_S = 600;

/**
 * The address of a file in a private bucket, which opens for ten minutes for anyone who knows it.
 * Policies let only its owner sign a URL for a file; a route signs for other readers here, after the
 * database has shown it the row that refers to the file as the caller.
 *
 * @throws {HttpError} 503 when Storage does not sign it, for example because the file is missing.
 */
export async function signedUrl(bucket: string, path: string): Promise<string> {
  const { data, error } = await storageClient().from(bucket).createSignedUrl(path, LIFETIME_S);
  if (error) throw unavailable("The file has no address", error);
  return data.signedUrl;
}

/**
 * The addresses of several files, by path. A file that Storage does not sign, for example because it
 * is missing, has none.
 *
 * @throws {HttpError} 503 when Storage does not answer.
 */
export async function signedUrls(
  bucket: string,
  paths: string[],
  lifetime = LIFETIME_S,
): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  const { data, error } = await storageClient().from(bucket).createSignedUrls(paths, lifetime);
  if (error) throw unavailable("The files have no address", error);
  return new Map(
    data.flatMap(({ path, signedUrl }) => path && signedUrl ? [[path, signedUrl] as const] : []),
  );
}
