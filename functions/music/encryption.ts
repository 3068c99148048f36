/**
 * Encryption of the provider's tokens, and signatures of states, with the keys in `MUSIC_TOKEN_KEY`:
 * base64 of 32 bytes, or `<id>:<base64>` several times, separated by commas. The first one encrypts
 * and signs, all of them decrypt and verify. A key without an id has the id `default`.
 */
import { decodeBase64, decodeBase64Url, encodeBase64Url } from "hono/utils/encode";
import { timingSafeEqual } from "hono/utils/buffer";
import { env } from "../../shared/base/env.ts";
import { notConfigured } from "../../shared/base/errors.ts";

const KEY_BYTES = 32;

/** The length of an initialization vector (NIST SP 800-38D section 5.2.1.1). */
const IV_BYTES = 12;

interface Key {
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
}

function keys(): [Key, ...Key[]] {
  const setting = env("MUSIC_TOKEN_KEY");
  if (!setting) throw notConfigured("Music is not configured: MUSIC_TOKEN_KEY is missing");
  const parsed = setting.split(",").map((part): Key => {
    const [, id = "default", value] =
      /^(?:([\w-]{1,50}):)?([A-Za-z0-9+/]{43}=)$/.exec(part.trim()) ??
        [];
    const bytes = value ? new Uint8Array(decodeBase64(value)) : undefined;
    if (bytes?.length !== KEY_BYTES) {
      throw notConfigured("Music is not configured: MUSIC_TOKEN_KEY is malformed");
    }
    return { id, bytes };
  });
  return parsed as [Key, ...Key[]];
}

/** Refuses with 503 when there is no usable key. */
export const requireKeys = (): void => void keys();

const utf8 = new TextEncoder();
const base64Url = (bytes: Uint8Array<ArrayBuffer>) =>
  encodeBase64Url(bytes.buffer).replace(/=/g, "");

/** A random text that nobody guesses. */
export const newSecret = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)));

/**
 * Encrypts a text (AES-256-GCM). It can be decrypted only with the same `context`, which names what it
 * is and whose.
 */
export async function encrypt(text: string, context: string): Promise<string> {
  const [{ id, bytes }] = keys();
  const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt"]);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const encrypted = await crypto.subtle.encrypt(parameters(iv, context), key, utf8.encode(text));
  return [id, base64Url(iv), base64Url(new Uint8Array(encrypted))].join(".");
}

/** @throws {HttpError} 503 when no configured key fits, or the text is of another context. */
export async function decrypt(encrypted: string, context: string): Promise<string> {
  const [id, iv = "", body = ""] = encrypted.split(".");
  const found = keys().find((key) => key.id === id);
  if (!found) throw notConfigured("Music is not configured: MUSIC_TOKEN_KEY lacks an earlier key");
  const key = await crypto.subtle.importKey("raw", found.bytes, "AES-GCM", false, ["decrypt"]);
  const options = parameters(new Uint8Array(decodeBase64Url(iv)), context);
  const text = await crypto.subtle.decrypt(options, key, new Uint8Array(decodeBase64Url(body)))
    .catch(() => {
      throw notConfigured(
        "Music is not configured: MUSIC_TOKEN_KEY does not fit the stored tokens",
      );
    });
  return new TextDecoder().decode(text);
}

const parameters = (iv: Uint8Array<ArrayBuffer>, context: string) => ({
  name: "AES-GCM",
  iv,
  additionalData: utf8.encode(context),
});

/** `text` with a signature, by which `isSigned` recognizes it. */
export const sign = async (text: string): Promise<string> =>
  `${text}.${await signature(text, keys()[0])}`;

export async function isSigned(signed: string): Promise<boolean> {
  const [text = "", given = ""] = signed.split(".");
  const expected = await Promise.all(keys().map((key) => signature(text, key)));
  const matches = await Promise.all(expected.map((each) => timingSafeEqual(given, each)));
  return matches.includes(true);
}

/** HMAC-SHA-256 with a key that is derived for this purpose (RFC 5869). */
async function signature(text: string, { bytes }: Key): Promise<string> {
  const source = await crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveKey"]);
  const key = await crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: utf8.encode("music state") },
    source,
    { name: "HMAC", hash: "SHA-256", length: 256 },
    false,
    ["sign"],
  );
  return base64Url(new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8.encode(text))));
}
