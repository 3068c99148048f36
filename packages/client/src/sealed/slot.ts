/**
 * A slot holds the account secret for one way of opening it:
 * `nonce (12 random) | GCM(key, nonce, "journal/sealed/1/slot" | slot id | user id | kind, AS)`,
 * 60 bytes; `kind` is one byte. A slot is never rewritten.
 *
 * | kind            | key                                                                          |
 * | --------------- | ---------------------------------------------------------------------------- |
 * | 1 passphrase    | Argon2id v1.3 of the passphrase in NFC, m 65,536 KiB, t 3, p 1, 32 bytes     |
 * | 2 recovery code | `H(code, slot id, "journal/sealed/1/recovery", 32)`                          |
 * | 3 passkey       | `H(prf, slot id, "journal/sealed/1/passkey", 32)`, `prf` of WebAuthn         |
 */
import { type AccountKeys, openAccount } from "./account.ts";
import { type Bytes, fromBase64url, id, joined, passed, random } from "./bytes.ts";
import { toBase64url, utf8, wiping } from "./bytes.ts";
import { must, named } from "./failures.ts";
import { type Argon2id, argon2id, decrypted, derived, encrypted, gcmKey } from "./primitives.ts";

/** The parameters of a passphrase; `salt` is 16 random bytes in base64url. */
export interface PassphraseParameters extends Argon2id {
  salt: string;
}

/** One of three ways to open a slot. `prf` is the first result of WebAuthn's PRF, 32 bytes. */
export type Opener =
  | { passphrase: string }
  | { code: Bytes }
  | { prf: Bytes; credential_id?: string; salt?: string };

export type SlotKind = 1 | 2 | 3;

/** A slot as the service keeps it. */
export interface Slot {
  id: string;
  kind: SlotKind;
  parameters: Partial<PassphraseParameters> & { credential_id?: string };
  sealed_secret: string;
}

const LEAST = { m: 65_536, t: 3, p: 1 };
const MOST = { m: 1_048_576, t: 10 };

const kindOf = (opener: Opener): SlotKind => "passphrase" in opener ? 1 : "code" in opener ? 2 : 3;

/**
 * The parameters of a passphrase, checked: a service that lies makes guessing cheap with less, and
 * exhausts the device with more.
 * @throws {SealedError} refused
 */
export function passphraseParameters(given: Slot["parameters"]): Argon2id & { salt: Bytes } {
  const { m, t, p, salt } = given;
  const within = (value: unknown, least: number, most: number): value is number =>
    Number.isSafeInteger(value) && value as number >= least && value as number <= most;
  must(within(m, LEAST.m, MOST.m), "refused", "The memory of Argon2id is out of bounds");
  must(within(t, LEAST.t, MOST.t), "refused", "The passes of Argon2id are out of bounds");
  must(p === LEAST.p, "refused", "Argon2id has one lane here");
  return { m, t, p, salt: fromBase64url(salt, 16, "refused") };
}

/** The 32 bytes that open a slot of this id. */
export async function slotKey(slot: Pick<Slot, "id" | "parameters">, opener: Opener) {
  if ("passphrase" in opener) {
    const { salt, ...parameters } = passphraseParameters(slot.parameters);
    const isWritten = opener.passphrase && !/[\ud800-\udfff]/u.test(opener.passphrase);
    must(isWritten, "refused", "A passphrase is a well-formed text, and not empty");
    const typed = utf8(opener.passphrase.normalize("NFC"));
    return await wiping([typed], () => argon2id(typed, salt, parameters));
  }
  const [secret, name, length] = "code" in opener
    ? [opener.code, "recovery", 20]
    : [opener.prf, "passkey", 32];
  // A secret of zeros was overwritten after a first use.
  const isWhole = secret.length === length && secret.some((byte) => byte);
  must(isWhole, "refused", `The secret of this slot has ${length} bytes`);
  return await derived(secret, id(slot.id), `journal/sealed/1/${name}`, 32);
}

const boundTo = (slotId: string, userId: string, kind: SlotKind) =>
  joined("journal/sealed/1/slot", id(slotId), id(userId), kind);

/** Makes a slot under a key; `key` is overwritten. A given nonce is for tests alone. */
export async function sealSlot(
  key: Bytes,
  slot: { id: string; userId: string; kind: SlotKind },
  secret: Bytes,
  nonce = random(12),
): Promise<string> {
  const opened = await gcmKey(key);
  must(secret.length === 32, "refused", "An account secret has 32 bytes");
  const aad = boundTo(slot.id, slot.userId, slot.kind);
  return toBase64url(joined(nonce, await encrypted(opened, nonce, aad, secret)));
}

/** Opens a slot under a key, which is overwritten. @throws {SealedError} wrong_key */
export async function unsealSlot(
  key: Bytes,
  slot: { id: string; userId: string; kind: SlotKind; sealed_secret: string },
): Promise<Bytes> {
  const opened = await gcmKey(key);
  const bytes = fromBase64url(slot.sealed_secret, 60, "wrong_key");
  const aad = boundTo(slot.id, slot.userId, slot.kind);
  return await named(
    "wrong_key",
    "This does not open the slot",
    async () => await decrypted(opened, bytes.slice(0, 12), aad, bytes.slice(12)),
  );
}

/** A new slot with a new id, for a passphrase, a recovery code or a passkey. */
export async function newSlot(userId: string, opener: Opener, secret: Bytes): Promise<Slot> {
  const kind = kindOf(opener);
  const { credential_id, salt } = opener as { credential_id?: string; salt?: string };
  const parameters = kind === 1
    ? { ...LEAST, salt: toBase64url(random(16)) }
    : kind === 2
    ? {}
    : { credential_id, salt };
  if (kind === 3) must(credential_id && salt, "refused", "A passkey has a credential and a salt");
  const slotId = crypto.randomUUID();
  const key = await slotKey({ id: slotId, parameters }, opener);
  const sealed_secret = await sealSlot(key, { id: slotId, userId, kind }, secret);
  return { id: slotId, kind, parameters, sealed_secret };
}

/**
 * The account secret in a slot. Overwrite it after use.
 * @param keys the public keys of the account, which the secret must give
 * @throws {SealedError} wrong_key when the opener or the secret is another, refused when the
 * parameters of a passphrase are out of bounds
 */
export async function openSlot(
  userId: string,
  slot: Slot,
  opener: Opener,
  keys: AccountKeys,
): Promise<Bytes> {
  must(slot.kind === kindOf(opener), "wrong_key", "This slot opens in another way");
  const secret = await unsealSlot(await slotKey(slot, opener), { ...slot, userId });
  return await passed(secret, () => openAccount(secret, userId, keys));
}
