import { projectEnv } from "../base/env.ts";

/** The address of a file in a public bucket, which opens for anyone who knows it. */
export function publicUrl(bucket: string, path: string): string {
  // Joined: V8 writes a whole answer as JSON at half the speed when a string of it is in pieces.
  return [projectEnv().url, "storage/v1/object/public", bucket, encodeURI(path)].join("/");
}
