/** Bytes and texts in the one form that the format allows. Every other form is refused. */
import { must, type SealedFailure } from "./failures.ts";

export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
/** Keeps a byte order mark, so that a text that begins with one is refused as JSON. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export const utf8 = (text: string): Bytes => encoder.encode(text) as Bytes;

/** The text of UTF-8 bytes. @throws {TypeError} when they are not valid */
export const fromUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes);

/** The parts one behind the other: a number is one byte, a text its UTF-8. */
export function joined(...parts: (Uint8Array | number | string)[]): Bytes {
  const all = parts.map((part) =>
    typeof part === "number" ? Uint8Array.of(part) : typeof part === "string" ? utf8(part) : part
  );
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of all) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const bigEndian = (size: number) => (value: number): Bytes => {
  must(
    Number.isSafeInteger(value) && value >= 0 && value < 256 ** size,
    "refused",
    `${value} does not fit into ${size} bytes`,
  );
  const bytes = new Uint8Array(size);
  for (let at = size - 1, rest = value; rest > 0; at--, rest = Math.floor(rest / 256)) {
    bytes[at] = rest % 256;
  }
  return bytes;
};

/** Numbers in four, eight and eleven bytes, the highest first. */
export const u32 = bigEndian(4), u64 = bigEndian(8), u88 = bigEndian(11);

/** The number that big-endian bytes are; above 2^53 it is not exact. */
export const numberOf = (bytes: Uint8Array): number =>
  bytes.reduce((value, byte) => value * 256 + byte, 0);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a value is a UUID in lower case. */
export const isId = (value: unknown): value is string =>
  typeof value === "string" && UUID.test(value);

/** The 16 bytes of a UUID. */
export function id(text: string): Bytes {
  must(isId(text), "altered", "An id must be a UUID in lower case");
  return Uint8Array.from(text.replaceAll("-", "").match(/../g)!, (pair) => parseInt(pair, 16));
}

const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Base64 of the platform, where it has it: many times as fast. */
interface Native {
  toBase64?(options: { alphabet: "base64url"; omitPadding: true }): string;
  fromBase64?(text: string, options: { alphabet: "base64url" }): Bytes;
}

/** Bytes as base64url without padding. */
export function toBase64url(bytes: Uint8Array): string {
  const native = (bytes as Native).toBase64?.({ alphabet: "base64url", omitPadding: true });
  if (native !== undefined) return native;
  const pieces: string[] = [];
  // A call takes so many arguments at most.
  for (let at = 0; at < bytes.length; at += 0x6000) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 0x6000))));
  }
  return pieces.join("").replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * The bytes of base64url without padding, whose spare bits are zero.
 * @throws {SealedError} for every other text, and for another length than the one given
 */
export function fromBase64url(
  text: unknown,
  length?: number,
  code: SealedFailure = "altered",
): Bytes {
  const wrong = "These are not the bytes that the format asks for, in base64url without padding";
  must(typeof text === "string" && /^[\w-]*$/.test(text) && text.length % 4 !== 1, code, wrong);
  const spare = [0, 0, 15, 3][text.length % 4]!;
  must(!(SIGNS.indexOf(text.at(-1) ?? "A") & spare), code, wrong);
  const bytes = decoded(text);
  must(length === undefined || bytes.length === length, code, wrong);
  return bytes;
}

/** The bytes of base64url whose form is known, such as that of this device. */
export function decoded(text: string): Bytes {
  const native = (Uint8Array as Native).fromBase64?.(text, { alphabet: "base64url" });
  if (native) return native;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Whether a value is that many bytes in base64url. */
export function isBytes(value: unknown, length: number): value is string {
  try {
    return fromBase64url(value, length).length === length;
  } catch {
    return false;
  }
}

/** Whether two lists of bytes are the same, in a time that does not tell where they differ. */
export function same(a: Uint8Array, b: Uint8Array): boolean {
  let differing = a.length ^ b.length;
  for (let at = 0; at < a.length && at < b.length; at++) differing |= a[at]! ^ b[at]!;
  return differing === 0;
}

/** Overwrites bytes that nobody needs any more. */
export function wipe(...secrets: Uint8Array[]): void {
  for (const secret of secrets) secret.fill(0);
}

/** The result of work on secrets, which are overwritten after it. */
export async function wiping<T>(secrets: Uint8Array[], work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    wipe(...secrets);
  }
}

/** A secret that passes its check; overwritten when it does not. */
export async function passed(secret: Bytes, check: () => unknown): Promise<Bytes> {
  try {
    await check();
    return secret;
  } catch (error) {
    wipe(secret);
    throw error;
  }
}

/** Random bytes of the platform. */
export const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));

/** Whether a value is the text of a time as `toISOString` writes it. */
export function isTime(value: unknown): value is string {
  if (typeof value !== "string") return false;
  const time = new Date(value);
  return !Number.isNaN(time.getTime()) && time.toISOString() === value;
}

/** Whether all numbers are whole and below 2^53, and no text has half a pair of UTF-16. */
function isPlain(value: unknown): boolean {
  if (typeof value === "number") return Number.isSafeInteger(value);
  if (typeof value === "string") return !/[\ud800-\udfff]/u.test(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, each]) => isPlain(key) && isPlain(each));
}

/** The JSON text of a value. @throws {SealedError} for a value that no reader would take */
export function toJson(value: object): string {
  must(isPlain(value), "refused", "A number is not whole, or a text is not well-formed");
  return JSON.stringify(value);
}

/**
 * The object that a JSON text is. A text that `JSON.stringify` would write in another way is refused:
 * spaces, needless escapes, a key that is given twice.
 */
export function fromJson(text: string): Record<string, unknown> {
  let value: unknown;
  let isExact = false;
  try {
    value = JSON.parse(text);
    isExact = JSON.stringify(value) === text && isPlain(value);
  } catch {
    // No JSON, or nested too deeply for this platform.
  }
  must(
    isExact && typeof value === "object" && value !== null && !Array.isArray(value),
    "altered",
    "The text is not a JSON object in the form that the format asks for",
  );
  return value as Record<string, unknown>;
}
