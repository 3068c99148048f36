/**
 * Encryption of the provider's tokens and of states, with the keys in `MUSIC_TOKEN_KEY`: base64 of 32
 * bytes, or `<id>:<base64>` several times, separated by commas. The first one encrypts, all of them
 * decrypt. A key without an id has the id `default`.
 */
import { decodeBase64, encodeBase64Url } from "hono/utils/encode";
import { EncryptJWT, jwtDecrypt } from "jose";
import { requireEnv } from "./env.ts";
import { HttpError, notConfigured } from "./errors.ts";

interface Key {
  id: string;
  bytes: Uint8Array;
}

function keys(): [Key, ...Key[]] {
  const setting = requireEnv("MUSIC_TOKEN_KEY", "Music is");
  const parsed = setting.split(",").map((part): Key => {
    const [, id = "default", value] =
      /^(?:([\w-]{1,50}):)?([A-Za-z0-9+/]{43}=)$/.exec(part.trim()) ?? [];
    if (!value) throw notConfigured("Music is not configured: MUSIC_TOKEN_KEY is malformed");
    return { id, bytes: decodeBase64(value) };
  });
  return parsed as [Key, ...Key[]];
}

/** Refuses with 503 when there is no usable key. */
export const requireKeys = (): void => void keys();

/** A random text that nobody guesses. */
export const newSecret = (): string =>
  encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)).buffer).replace(/=/g, "");

/**
 * Encrypts a text (RFC 7516, AES-256-GCM). It can be decrypted only with the same `context`, which
 * names what it is and whose.
 */
export async function encrypt(text: string, context: string): Promise<string> {
  const [{ id, bytes }] = keys();
  return await new EncryptJWT({ text }).setSubject(context)
    .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: id }).encrypt(bytes);
}

/** @throws {HttpError} 503 when no configured key fits, or the text is of another context. */
export async function decrypt(encrypted: string, context: string): Promise<string> {
  const all = keys();
  const { payload } = await jwtDecrypt<{ text: string }>(
    encrypted,
    ({ kid }) => {
      const found = all.find(({ id }) => id === kid);
      if (!found) {
        throw notConfigured("Music is not configured: MUSIC_TOKEN_KEY lacks an earlier key");
      }
      return found.bytes;
    },
    {
      subject: context,
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
    },
  ).catch((error) => {
    throw error instanceof HttpError
      ? error
      : notConfigured("Music is not configured: MUSIC_TOKEN_KEY does not fit the stored tokens");
  });
  return payload.text;
}

/** Whether `decrypt` would succeed. */
export const isEncrypted = (text: string, context: string): Promise<boolean> =>
  decrypt(text, context).then(() => true, () => false);
