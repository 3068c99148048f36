/**
 * A new device gets the account secret from an old one. It reads the account's keys, only then makes
 * and posts an enrolment id and an ephemeral X25519 key, so that the service can choose nothing
 * afterwards. Both devices show twelve signs: the first 60 bits of SHA-256 of
 * `"journal/sealed/1/enrolment" | user id | enrolment id | public key | account's x25519 | account's
 * ed25519`, in Crockford's base32. The old device makes them with its own account's keys, and sends
 * `HPKE(public key, "journal/sealed/1/enrolment" | user id | enrolment id, "", AS)` when they are the
 * same.
 */
import { type AccountKeys, openAccount } from "./account.ts";
import { type Bytes, fromBase64url, id, joined, passed, random, same } from "./bytes.ts";
import { toBase64url, utf8, wiping } from "./bytes.ts";
import { asPrinted, toSigns } from "./crockford.ts";
import { must } from "./failures.ts";
import { hpkeOpen, hpkeSeal } from "./hpke.ts";
import { agreementKeys, hash } from "./primitives.ts";

export interface Enrolment {
  id: string;
  public_key: string;
}

const LABEL = "journal/sealed/1/enrolment";
const infoOf = (userId: string, enrolmentId: string) => joined(LABEL, id(userId), id(enrolmentId));

/** Begins an enrolment on the new device, which keeps `keys` until the answer. */
export async function newEnrolment(): Promise<Enrolment & { keys: CryptoKeyPair }> {
  const secret = random(32);
  const { bytes, ...keys } = await wiping([secret], () => agreementKeys(secret));
  return { id: crypto.randomUUID(), public_key: toBase64url(bytes), keys };
}

/** The twelve signs of an enrolment. Each device makes them with the account's keys that it knows. */
export async function enrolmentSigns(
  userId: string,
  enrolment: Enrolment,
  account: AccountKeys,
): Promise<string> {
  const keys = [enrolment.public_key, account.x25519, account.ed25519];
  const bytes = keys.map((key) => fromBase64url(key, 32));
  return toSigns(await hash(joined(infoOf(userId, enrolment.id), ...bytes)), 12);
}

/** Whether typed or scanned signs are those of this device. */
export const areSameSigns = (typed: string, own: string): boolean =>
  same(utf8(asPrinted(typed)), utf8(own));

/**
 * The answer of the old device, once the signs are compared.
 * @param signs the signs that the user has read or scanned from the new device
 * @param account the keys of this device's own account
 * @throws {SealedError} refused when they are not the signs of this enrolment
 */
export async function sealEnrolment(
  userId: string,
  enrolment: Enrolment,
  signs: string,
  account: AccountKeys,
  secret: Bytes,
): Promise<string> {
  const own = await enrolmentSigns(userId, enrolment, account);
  must(areSameSigns(signs, own), "refused", "The signs are not those of the new device");
  must(secret.length === 32, "refused", "An account secret has 32 bytes");
  const to = fromBase64url(enrolment.public_key, 32);
  const nothing = new Uint8Array(0);
  return toBase64url(await hpkeSeal(to, infoOf(userId, enrolment.id), nothing, secret));
}

/**
 * The account secret on the new device.
 * @param account the keys of which the signs were made
 * @throws {SealedError} wrong_key when the answer is for another enrolment, or of another account
 */
export async function openEnrolment(
  userId: string,
  enrolment: { id: string; keys: CryptoKeyPair; sealed_secret: string },
  account: AccountKeys,
): Promise<Bytes> {
  const sealed = fromBase64url(enrolment.sealed_secret, 80, "wrong_key");
  const info = infoOf(userId, enrolment.id);
  const secret = await hpkeOpen(enrolment.keys, info, new Uint8Array(0), sealed);
  return await passed(secret, () => openAccount(secret, userId, account));
}
