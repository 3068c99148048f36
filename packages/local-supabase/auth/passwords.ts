/** Password rules and hashes. */
import { compare, hash } from "bcryptjs";
import type { AuthContext } from "./context.ts";
import { AuthError, badRequest } from "./errors.ts";

/** bcrypt reads no further. */
const MAXIMUM_BYTES = 72;

/**
 * Hosted uses 10. A high cost protects stolen hashes, and these accounts are made up on a
 * developer's machine; at 5 a test suite with hundreds of sign-ins does not wait for it.
 */
const COST = 5;

/** Hashes a password with bcrypt, in small steps between which other requests go on. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** Whether the password is the hashed one; hashes by pgcrypto's `crypt` are understood too. */
export const passwordMatches = (password: string, hashed: string): Promise<boolean> =>
  compare(password, hashed);

/** A password for accounts that sign in by link. */
export const randomPassword = (): string =>
  crypto.getRandomValues(new Uint8Array(33)).toBase64({ alphabet: "base64url" });

/** The reasons for which a password is weak; empty for a good password. */
export function weaknesses(auth: AuthContext, password: string): string[] {
  return byteLength(password) < auth.minimumPasswordLength ? ["length"] : [];
}

/** Throws 400 for a password that bcrypt would cut, 422 `weak_password` for a weak one. */
export function checkPassword(auth: AuthContext, password: string): void {
  if (byteLength(password) > MAXIMUM_BYTES) {
    const message = `Password cannot be longer than ${MAXIMUM_BYTES} characters`;
    throw badRequest("validation_failed", message);
  }
  const reasons = weaknesses(auth, password);
  if (reasons.length > 0) {
    throw new AuthError(422, "weak_password", weakPasswordMessage(auth), { weakPassword: reasons });
  }
}

export const weakPasswordMessage = (auth: AuthContext): string =>
  `Password should be at least ${auth.minimumPasswordLength} characters.`;

const byteLength = (text: string) => new TextEncoder().encode(text).length;
