/**
 * Keys of passphrases, in hexadecimal. Deriving one takes a fifth of a second on purpose: a thief
 * of the keys can try few passphrases.
 */

/** OWASP's number for this function: https://cheatsheetseries.owasp.org, "Password Storage". */
const ITERATIONS = 600_000;

const hex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A new salt. */
export const newSalt = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));

/**
 * The key of a passphrase: PBKDF2 with HMAC-SHA-256 (RFC 8018, section 5.2), which reads all of it,
 * unlike bcrypt. Letters that look the same are the same, however a keyboard composes them (RFC
 * 8265, section 4.2.2).
 */
export async function keyOf(passphrase: string, salt: string): Promise<string> {
  const bytes = new TextEncoder().encode(passphrase.normalize("NFC"));
  const material = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveBits"]);
  const bits = await crypto.subtle.deriveBits(
    {
      name: "PBKDF2",
      hash: "SHA-256",
      salt: Uint8Array.from(salt.match(/../g)!, (byte) => parseInt(byte, 16)),
      iterations: ITERATIONS,
    },
    material,
    256,
  );
  return hex(new Uint8Array(bits));
}
