import { encodeBase64Url } from "hono/utils/encode";
import { encryption } from "../../shared/base/encryption.ts";

/** Encryption of the provider's tokens and of states. */
export const { requireKeys, encrypt, decrypt, isEncrypted } = encryption(
  "MUSIC_TOKEN_KEY",
  "Music is",
);

/** A random text that nobody guesses. */
export const newSecret = (): string =>
  encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)).buffer).replace(/=/g, "");
