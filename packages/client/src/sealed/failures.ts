/**
 * The names of failures. Apps choose their words by them.
 *
 * - `altered`: the bytes or the text have not the form that the format gives them.
 * - `wrong_key`: a key does not open it, or opens to another key than the one announced.
 * - `not_signed`: no key of its author has signed it as what it is shown as.
 * - `not_a_member`: the signer was not a member then, or had not the right to it.
 * - `moved`: it was written for another date or another entry.
 * - `rolled_back`: it is older than what this device has seen.
 * - `forked`: it is another than what this device has seen in its place.
 * - `rotation_due`: somebody has left, and nobody has made a new key since: nothing may be written.
 * - `refused`: an input of this device is wrong, such as a mistyped code.
 */
export type SealedFailure =
  | "altered"
  | "forked"
  | "moved"
  | "not_a_member"
  | "not_signed"
  | "refused"
  | "rolled_back"
  | "rotation_due"
  | "wrong_key";

/** Something sealed that must not be believed, or an input that cannot be sealed. */
export class SealedError extends Error {
  override readonly name = "SealedError";

  constructor(readonly code: SealedFailure, message: string, options?: ErrorOptions) {
    super(message, options);
  }
}

/** Throws the failure of this name unless the condition holds. */
export function must(condition: unknown, code: SealedFailure, message: string): asserts condition {
  if (!condition) throw new SealedError(code, message);
}

/** The result of a call; any error of it becomes the failure of this name. */
export async function named<T>(
  code: SealedFailure,
  message: string,
  call: () => T | Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof SealedError) throw cause;
    throw new SealedError(code, message, { cause });
  }
}
