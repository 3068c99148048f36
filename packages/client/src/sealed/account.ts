/**
 * The account secret: 32 random bytes, made on the first device. All keys of the account follow from
 * it. X25519 private key `H(AS, 0^32, "journal/sealed/1/x25519", 32)`, Ed25519 seed
 * `H(AS, 0^32, "journal/sealed/1/ed25519", 32)`. `proof` is the signature of
 * `"journal/sealed/1/account" | user id | x25519 public`: it ties both keys to the user.
 */
import { type Bytes, fromBase64url, id, joined, numberOf, random, same } from "./bytes.ts";
import { toBase64url, wiping } from "./bytes.ts";
import { must } from "./failures.ts";
import { agreementKeys, derivable, derived, hash, signed, signingKey } from "./primitives.ts";
import { type AccountKeys, proofText, type SealedMember } from "./statement.ts";

export type { AccountKeys, SealedMember };

/** The keys of a user on this device. The private ones cannot be extracted. */
export interface SealedAccount extends SealedMember {
  readonly agreement: CryptoKeyPair;
  readonly signing: CryptoKey;
}

/** A new account secret. Overwrite it (`wipe`) as soon as its slots are made. */
export const newSecret = (): Bytes => random(32);

/**
 * The account of a secret. The secret stays as it is: overwrite it when no slot and no enrolment needs
 * it any more.
 * @param expected the public keys that it must give
 * @throws {SealedError} wrong_key when it gives others
 */
export async function openAccount(
  secret: Bytes,
  userId: string,
  expected?: AccountKeys,
): Promise<SealedAccount> {
  must(secret.length === 32, "wrong_key", "An account secret has 32 bytes");
  const root = await derivable(secret);
  const part = (name: string) => derived(root, new Uint8Array(32), `journal/sealed/1/${name}`, 32);
  const [scalar, seed] = [await part("x25519"), await part("ed25519")];
  const [{ bytes: x25519, ...agreement }, { bytes: ed25519, key: signing }] = await wiping(
    [scalar, seed],
    async () => [await agreementKeys(scalar), await signingKey(seed)] as const,
  );
  if (expected) {
    const theirs = [expected.x25519, expected.ed25519].map((key) => fromBase64url(key, 32));
    const isTheirs = same(joined(x25519, ed25519), joined(...theirs));
    must(isTheirs, "wrong_key", "The secret belongs to another account");
  }
  return {
    id: userId,
    x25519: toBase64url(x25519),
    ed25519: toBase64url(ed25519),
    proof: toBase64url(await signed(signing, proofText(userId, x25519))),
    agreement,
    signing,
  };
}

/** The public part of an account, as the log of a notebook has it. */
export const memberOf = ({ id, x25519, ed25519, proof }: SealedMember): SealedMember => ({
  id,
  x25519,
  ed25519,
  proof,
});

/**
 * The sixty digits that two people compare: SHA-512 of
 * `"journal/sealed/1/compare" | user id | ed25519 | user id | ed25519`, the lesser id first; twelve
 * times five bytes, big-endian, modulo 100,000.
 */
export async function safetyNumber(
  one: Pick<SealedMember, "id" | "ed25519">,
  other: Pick<SealedMember, "id" | "ed25519">,
): Promise<string> {
  must(one.id !== other.id, "refused", "A safety number compares two people");
  const both = [one, other].sort((a, b) => a.id < b.id ? -1 : 1)
    .flatMap(({ id: user, ed25519 }) => [id(user), fromBase64url(ed25519, 32)]);
  const digest = await hash(joined("journal/sealed/1/compare", ...both), "SHA-512");
  return Array.from({ length: 12 }, (_, n) => {
    const group = numberOf(digest.subarray(5 * n, 5 * n + 5)) % 100_000;
    return String(group).padStart(5, "0");
  }).join(" ");
}
