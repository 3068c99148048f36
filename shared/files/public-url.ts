import { projectEnv } from "../base/env.ts";

/** The address of a file in a public bucket, which opens for anyone who knows it. */
export function publicUrl(bucket: string, path: string): string {
  const { url } = projectEnv();
  return `${url}/storage/v1/object/public/${bucket}/${encodeURI(path)}`;
}
