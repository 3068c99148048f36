/**
 * A recovery code is 20 random bytes, printed in Crockford's base32: four groups of eight signs, and
 * two check signs, the first 10 bits of SHA-256 of the code. It is read without case, spaces and
 * hyphens; O is 0, I and L are 1.
 */
import { type Bytes, passed, random, same, utf8 } from "./bytes.ts";
import { asPrinted, fromSigns, toSigns } from "./crockford.ts";
import { must } from "./failures.ts";
import { hash } from "./primitives.ts";

const LENGTH = 20;
const checkOf = async (code: Bytes) => toSigns(await hash(code), 2);

/** A new recovery code. */
export const newRecoveryCode = (): Bytes => random(LENGTH);

/** The code as people write it down. */
export async function printRecoveryCode(code: Bytes): Promise<string> {
  must(code.length === LENGTH, "refused", "A recovery code has 20 bytes");
  return [...toSigns(code, 32).match(/.{8}/g)!, await checkOf(code)].join("-");
}

/**
 * The code that somebody types.
 * @throws {SealedError} refused when a sign is wrong, missing or too many
 */
export async function readRecoveryCode(typed: string): Promise<Bytes> {
  const signs = asPrinted(typed);
  must(signs.length === 34, "refused", "A recovery code has 34 signs: compare them once more");
  const code = fromSigns(signs.slice(0, 32));
  must(code, "refused", "One of the signs is in no recovery code, such as U");
  return await passed(code, async () => {
    const isRight = same(utf8(await checkOf(code)), utf8(signs.slice(32)));
    must(isRight, "refused", "The code is mistyped: its last two signs do not fit the others");
  });
}
