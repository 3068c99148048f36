import { sha256 } from "hono/utils/crypto";

/** The id that follows from a text, always the same: a UUID of version 8 (RFC 9562, section 5.8). */
export async function uuidOf(text: string): Promise<string> {
  const hash = (await sha256(text))!;
  const variant = (8 | parseInt(hash[16]!, 16) & 3).toString(16);
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`];
  return [...parts, `${variant}${hash.slice(17, 20)}`, hash.slice(20, 32)].join("-");
}
