/** Keys in variables. */
import { decodeBase64 } from "hono/utils/encode";
import { requireEnv } from "./env.ts";
import { notConfigured } from "./errors.ts";

interface Key {
  /** The name of the key among the others; `default` when the variable has no names. */
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * The keys in a variable: base64 of 32 bytes, or `<id>:<base64>` several times, separated by
 * commas. New work uses the first key; the other keys serve older work.
 *
 * @param feature begins the refusals: `Music is`.
 * @throws {HttpError} 503 when the variable is unset or malformed.
 */
export function keysIn(variable: string, feature: string): [Key, ...Key[]] {
  const parsed = requireEnv(variable, feature).split(",").map((part): Key => {
    const [, id = "default", value] =
      /^(?:([\w-]{1,50}):)?([A-Za-z0-9+/]{43}=)$/.exec(part.trim()) ?? [];
    if (!value) throw notConfigured(`${feature} not configured: ${variable} is malformed`);
    return { id, bytes: decodeBase64(value) as Uint8Array<ArrayBuffer> };
  });
  return parsed as [Key, ...Key[]];
}
