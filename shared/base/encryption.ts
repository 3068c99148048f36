/**
 * Encryption of stored secrets, with the keys in a variable (`keys.ts`). The first one encrypts, all
 * of them decrypt.
 */
import { EncryptJWT, jwtDecrypt } from "jose";
import { HttpError, notConfigured } from "./errors.ts";
import { keysIn } from "./keys.ts";

/**
 * Encryption with the keys in `variable`. `feature` begins the refusals: `Music is`.
 *
 * @example
 * ```ts
 * const { encrypt, decrypt } = encryption("MUSIC_TOKEN_KEY", "Music is");
 * ```
 */
export function encryption(variable: string, feature: string) {
  const refusal = (why: string) => notConfigured(`${feature} not configured: ${variable} ${why}`);

  const keys = () => keysIn(variable, feature);

  /**
   * Encrypts a text (RFC 7516, AES-256-GCM). It can be decrypted only with the same `context`, which
   * names what it is and whose.
   */
  async function encrypt(text: string, context: string): Promise<string> {
    const [{ id, bytes }] = keys();
    return await new EncryptJWT({ text }).setSubject(context)
      .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: id }).encrypt(bytes);
  }

  /** @throws {HttpError} 503 when no configured key fits, or the text is of another context. */
  async function decrypt(encrypted: string, context: string): Promise<string> {
    const all = keys();
    const { payload } = await jwtDecrypt<{ text: string }>(
      encrypted,
      ({ kid }) => {
        const found = all.find(({ id }) => id === kid);
        if (!found) throw refusal("lacks an earlier key");
        return found.bytes;
      },
      {
        subject: context,
        keyManagementAlgorithms: ["dir"],
        contentEncryptionAlgorithms: ["A256GCM"],
      },
    ).catch((error) => {
      throw error instanceof HttpError ? error : refusal("does not fit what is stored");
    });
    return payload.text;
  }

  return {
    /** Refuses with 503 when there is no usable key. */
    requireKeys: (): void => void keys(),
    encrypt,
    decrypt,
    /** Whether `decrypt` would succeed. */
    isEncrypted: (text: string, context: string): Promise<boolean> =>
      decrypt(text, context).then(() => true, () => false),
  };
}
