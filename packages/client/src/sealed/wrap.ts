/**
 * Each notebook has a random key `NK[e]` of 32 bytes for each epoch `e` from 1. Its hash in the log is
 * SHA-256(`"journal/sealed/1/key" | NK`); an opened key must have it.
 *
 * A member has it as `HPKE(member's x25519, "journal/sealed/1/notebook-key" | notebook id | u32 e,
 * member id | member's x25519, NK[e])`, 80 bytes. The previous key is kept as
 * `GCM(H(NK[e], notebook id, "journal/sealed/1/previous", 32), 0^12,
 * "journal/sealed/1/previous" | notebook id | u32 e, NK[e-1])`, 48 bytes: the newest key opens all
 * that came before.
 */
import type { SealedAccount } from "./account.ts";
import { type Bytes, fromBase64url, id, joined, passed, random, same } from "./bytes.ts";
import { toBase64url, u32, wipe, wiping } from "./bytes.ts";
import { must, named, SealedError } from "./failures.ts";
import { hpkeOpen, hpkeSeal } from "./hpke.ts";
import type { SealedLog } from "./log.ts";
import { decrypted, derivable, derived, encrypted, gcmKey, hash } from "./primitives.ts";

/** A wrap as the service keeps it. */
export interface Wrap {
  member_id: string;
  epoch: number;
  wrapped: string;
}

/** The key before that of an epoch, as the service keeps it. */
export interface Previous {
  epoch: number;
  sealed: string;
}

/** The keys of a notebook by epoch. They only derive the keys of records. */
export type NotebookKeys = Map<number, CryptoKey>;

/** A new notebook key: for each attempt to make or rotate a notebook another one. */
export const newNotebookKey = (): Bytes => random(32);

/** The hash of a notebook key in the log, in base64url. */
export async function keyHash(key: Bytes): Promise<string> {
  const text = joined("journal/sealed/1/key", key);
  return toBase64url(await wiping([text], () => hash(text)));
}

async function mustBe(key: Bytes, expected: string): Promise<void> {
  const digest = fromBase64url(await keyHash(key), 32);
  const isExpected = key.length === 32 && same(digest, fromBase64url(expected, 32));
  must(isExpected, "wrong_key", "This is not the key of the log");
}

interface Recipient {
  id: string;
  x25519: string;
}

const wrapInfo = (notebookId: string, epoch: number) =>
  joined("journal/sealed/1/notebook-key", id(notebookId), u32(epoch));
const wrapAad = (member: Recipient) => joined(id(member.id), fromBase64url(member.x25519, 32));

/** Wraps a notebook key for a member. `ekm` is for tests alone. */
export async function wrapKey(
  notebookId: string,
  epoch: number,
  member: Recipient,
  key: Bytes,
  ekm?: Bytes,
): Promise<string> {
  const to = fromBase64url(member.x25519, 32);
  const info = wrapInfo(notebookId, epoch);
  return toBase64url(await hpkeSeal(to, info, wrapAad(member), key, ekm));
}

/**
 * The notebook key in a wrap. Overwrite it after use.
 * @param expected its hash in the log
 * @throws {SealedError} wrong_key
 */
export async function openWrap(
  notebookId: string,
  epoch: number,
  account: Recipient & Pick<SealedAccount, "agreement">,
  wrapped: string,
  expected: string,
): Promise<Bytes> {
  const sealed = fromBase64url(wrapped, 80, "wrong_key");
  const info = wrapInfo(notebookId, epoch);
  const key = await hpkeOpen(account.agreement, info, wrapAad(account), sealed);
  return await passed(key, () => mustBe(key, expected));
}

const previousAad = (notebookId: string, epoch: number) =>
  joined("journal/sealed/1/previous", id(notebookId), u32(epoch));
const previousKey = async (notebookId: string, key: Bytes) =>
  await gcmKey(await derived(key, id(notebookId), "journal/sealed/1/previous", 32));

/** Seals the key before that of an epoch under the key of the epoch, once: the nonce is zero. */
export async function sealPrevious(
  notebookId: string,
  epoch: number,
  key: Bytes,
  before: Bytes,
): Promise<string> {
  must(epoch > 1, "refused", "The first epoch has no key before it");
  const aad = previousAad(notebookId, epoch);
  const sealed = encrypted(await previousKey(notebookId, key), new Uint8Array(12), aad, before);
  return toBase64url(await sealed);
}

/**
 * The key before that of an epoch. Overwrite it after use.
 * @param expected its hash in the log
 * @throws {SealedError} wrong_key
 */
export async function openPrevious(
  notebookId: string,
  epoch: number,
  key: Bytes,
  sealed: string,
  expected: string,
): Promise<Bytes> {
  const bytes = fromBase64url(sealed, 48, "wrong_key");
  const aad = previousAad(notebookId, epoch);
  const before = await named(
    "wrong_key",
    "The previous key does not open",
    async () => await decrypted(await previousKey(notebookId, key), new Uint8Array(12), aad, bytes),
  );
  return await passed(before, () => mustBe(before, expected));
}

/**
 * Wraps the newest key for members of the log, and for nobody else.
 * @param to their ids; all members where it is not given
 * @throws {SealedError} not_a_member when the account's own keys do not stand in the log, or somebody
 * is not a member; wrong_key when the key is not that of the log
 */
export async function wrapForMembers(
  account: SealedAccount,
  log: SealedLog,
  key: Bytes,
  to: string[] = [...log.members.keys()],
): Promise<Wrap[]> {
  const own = log.members.get(account.id);
  const isOwn = own?.x25519 === account.x25519 && own.ed25519 === account.ed25519;
  must(isOwn, "not_a_member", "The log does not have this account's keys");
  await mustBe(key, log.keyHashes[log.epoch - 1]!);
  return await Promise.all(to.map(async (member_id) => {
    const member = log.members.get(member_id);
    must(member, "not_a_member", "Keys are wrapped for members of the log alone");
    const wrapped = await wrapKey(log.notebook, log.epoch, member, key);
    return { member_id, epoch: log.epoch, wrapped };
  }));
}

/** The first of several that opens; members may have sent wrong ones. */
async function firstThatOpens<T>(
  each: T[],
  open: (one: T) => Promise<Bytes>,
): Promise<Bytes | null> {
  for (const one of each) {
    try {
      return await open(one);
    } catch (error) {
      if (!(error instanceof SealedError)) throw error;
    }
  }
  return null;
}

/**
 * Opens the newest notebook key, for adding a member or rotating. Overwrite it after use.
 * @throws {SealedError} wrong_key when no wrap of the newest epoch opens
 */
export async function openNewestKey(
  account: SealedAccount,
  log: SealedLog,
  wraps: Omit<Wrap, "member_id">[],
): Promise<Bytes> {
  const { epoch, notebook, keyHashes } = log;
  const newest = wraps.filter((wrap) => wrap.epoch === epoch);
  const key = await firstThatOpens(
    newest,
    ({ wrapped }) => openWrap(notebook, epoch, account, wrapped, keyHashes[epoch - 1]!),
  );
  must(key, "wrong_key", "No wrap opens the newest key of the notebook");
  return key;
}

/**
 * The keys of a notebook that the wraps of an account open, by their own wrap or through the key of a
 * later epoch. An epoch whose key does not open is missing in the result.
 */
export async function openNotebookKeys(
  account: SealedAccount,
  log: SealedLog,
  wraps: Omit<Wrap, "member_id">[],
  previous: Previous[],
): Promise<NotebookKeys> {
  const keys: NotebookKeys = new Map();
  let later: Bytes | null = null;
  try {
    for (let epoch = log.epoch; epoch >= 1; epoch--) {
      const expected = log.keyHashes[epoch - 1]!;
      const after: Bytes | null = later;
      let key: Bytes | null = after && await firstThatOpens(
        previous.filter((each) => each.epoch === epoch + 1),
        ({ sealed }) => openPrevious(log.notebook, epoch + 1, after, sealed, expected),
      );
      key ??= await firstThatOpens(
        wraps.filter((wrap) => wrap.epoch === epoch),
        ({ wrapped }) => openWrap(log.notebook, epoch, account, wrapped, expected),
      );
      if (after) wipe(after);
      later = key;
      if (key) keys.set(epoch, await derivable(key));
    }
  } finally {
    if (later) wipe(later);
  }
  return keys;
}
