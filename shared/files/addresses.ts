import QuickLRU from "quick-lru";
import { projectEnv } from "../base/env.ts";
import { unavailable } from "../base/errors.ts";
import { storageClient } from "../database/clients.ts";

/** The address of a file in a public bucket, which opens for anyone who knows it. */
export function publicUrl(bucket: string, path: string): string {
  // Joined: V8 writes a whole answer as JSON at half the speed when a string of it is in pieces.
  return [projectEnv().url, "storage/v1/object/public", bucket, encodeURI(path)].join("/");
}

/** How long (s) a file may stay in a cache. It stays there that long after the right to read ends. */
export const CACHE_S = 600;

/** How long (s) a signed URL works, also after the right to read ends. */
const LIFETIME_S = 15 * 60;

/**
 * How long (s) a signed URL is given to further readers of its file. A page of pictures needs a
 * second request only for pictures that nobody has read lately; browsers have the others in their
 * cache.
 */
const REUSE_S = 5 * 60;

/** Signed URLs by bucket and path; some 5 MB at most. */
const signed = new QuickLRU<string, string>({ maxSize: 5000, maxAge: REUSE_S * 1000 });

/**
 * The address of a file in a private bucket, which opens for ten minutes at least for anyone who
 * knows it. Policies let only its owner sign a URL for a file; a route signs for other readers here,
 * after the database has shown it the row that refers to the file as the caller.
 *
 * @throws {HttpError} 503 when Storage does not sign it, for example because the file is missing.
 */
export async function signedUrl(bucket: string, path: string): Promise<string> {
  const url = (await signedUrls(bucket, [path])).get(path);
  if (!url) throw unavailable("The file has no address");
  return url;
}

/**
 * The addresses of several files, by path. A file that Storage does not sign, for example because it
 * is missing, has none.
 *
 * @throws {HttpError} 503 when Storage does not answer.
 */
export async function signedUrls(bucket: string, paths: string[]): Promise<Map<string, string>> {
  const urls = new Map<string, string>();
  const unsigned: string[] = [];
  for (const path of paths) {
    const url = signed.get(`${bucket}/${path}`);
    if (url) urls.set(path, url);
    else unsigned.push(path);
  }
  if (unsigned.length === 0) return urls;
  const { data, error } = await storageClient().from(bucket).createSignedUrls(unsigned, LIFETIME_S);
  if (error) throw unavailable("The files have no address", error);
  for (const { path, signedUrl } of data) {
    if (!path || !signedUrl) continue;
    urls.set(path, signedUrl);
    signed.set(`${bucket}/${path}`, signedUrl);
  }
  return urls;
}
