/**
 * An entry or a comment as the service keeps it:
 *
 *     head   = "JS" | 1 | 1 (suite; 2, X-Wing, is reserved) | u32 epoch | message id (32 random)
 *              | commitment (32)
 *     key | commitment = H(NK[epoch], message id, "journal/sealed/1/record", 64)
 *     bound  = kind | notebook id | object id | author id | u32 version    kind: "entry" or "comment"
 *     record = head | GCM(key, 0^12, head | bound, text)
 *     signature = Ed25519("journal/sealed/1/" | kind | bound | record), by the author
 *
 * `text` is JSON, filled with 0 to 255 spaces to a multiple of 256 bytes. The commitment lets no record
 * open under two keys. The nonce may be zero, because each record has a key of its own.
 */
import type { SealedAccount } from "./account.ts";
import { type Bytes, fromBase64url, fromJson, fromUtf8, id, joined, numberOf } from "./bytes.ts";
import { random, same, toBase64url, toJson, u32, utf8, wiping } from "./bytes.ts";
import { must, named } from "./failures.ts";
import type { Membership, SealedLog } from "./log.ts";
import { decrypted, derived, encrypted, gcmKey, hash, isSigned, signed } from "./primitives.ts";
import { type CommentText, type EntryText, isText, type SealedText } from "./text.ts";
import type { NotebookKeys } from "./wrap.ts";

/** The object of a record: it opens and counts as nothing else. */
export interface Bound {
  kind: "entry" | "comment";
  notebook_id: string;
  object_id: string;
  author_id: string;
  version: number;
}

/** A record as the service keeps it. */
export interface SealedRecord {
  record: string;
  signature: string;
}

/** The highest version of an object that a device has seen, which it keeps. */
export interface SeenRecord {
  version: number;
  hash: string;
}

/** The field that stands openly beside a record, and must be as its author wrote it. */
export type Outside = { written_at: string } | { entry_id: string };

export interface OpenedRecord extends SeenRecord {
  text: SealedText;
  epoch: number;
}

const BEGINNING = utf8("JS\x01\x01");
const HEAD = BEGINNING.length + 4 + 32 + 32, TAG = 16, STEP = 256;
const NONCE = new Uint8Array(12);

function boundOf({ kind, notebook_id, object_id, author_id, version }: Bound): Bytes {
  const isVersion = Number.isInteger(version) && version >= 1 && version < 2 ** 32;
  must(isVersion, "altered", "The versions of an object are whole numbers from 1");
  return joined(kind, id(notebook_id), id(object_id), id(author_id), u32(version));
}

const signedText = (kind: Bound["kind"], bound: Bytes, record: Bytes): Bytes =>
  joined("journal/sealed/1/", kind, bound, record);

/** Fills a text with spaces, so that its length tells little. */
function filled(json: string): Bytes {
  const bytes = utf8(json);
  const text = new Uint8Array(Math.ceil(bytes.length / STEP) * STEP).fill(0x20);
  text.set(bytes);
  return text;
}

/** The JSON of a filled text. @throws {SealedError} altered for another number of spaces */
function emptied(text: Bytes): string {
  let end = text.length;
  while (text[end - 1] === 0x20) end--;
  must(text.length - end < STEP, "altered", "The text is not filled as the format asks for");
  return fromUtf8(text.subarray(0, end));
}

/** Seals and signs; a given message id is for tests alone. */
export async function sealJson(
  signing: CryptoKey,
  key: CryptoKey,
  epoch: number,
  about: Bound,
  json: string,
  messageId: Bytes = random(32),
): Promise<SealedRecord> {
  const both = await derived(key, messageId, "journal/sealed/1/record", 64);
  const head = joined(BEGINNING, u32(epoch), messageId, both.subarray(32));
  const bound = boundOf(about);
  const text = filled(json);
  const aad = joined(head, bound);
  const cipher = await wiping(
    [both, text],
    async () => await encrypted(await gcmKey(both.slice(0, 32)), NONCE, aad, text),
  );
  const record = joined(head, cipher);
  const signature = await signed(signing, signedText(about.kind, bound, record));
  return { record: toBase64url(record), signature: toBase64url(signature) };
}

/**
 * Seals an entry or a comment under the newest key. It names the newest statement that this device has.
 * A retry sends the same result again.
 * @param about `author_id` is the account's own id
 * @throws {SealedError} rotation_due while somebody has left and nobody has rotated; not_a_member when
 * the log does not have this account's keys; refused when the text lacks a field
 */
export async function sealRecord(
  account: SealedAccount,
  log: SealedLog,
  keys: NotebookKeys,
  about: Omit<Bound, "notebook_id" | "author_id">,
  fields: Omit<EntryText, "log"> | Omit<CommentText, "log">,
): Promise<SealedRecord> {
  must(!log.rotationDue, "rotation_due", "Somebody has left: the notebook needs a new key first");
  const isMember = log.members.get(account.id)?.ed25519 === account.ed25519;
  must(isMember, "not_a_member", "The log does not have this account's keys");
  const key = keys.get(log.epoch);
  must(key, "wrong_key", "This device lacks the newest key of the notebook");
  const text = { ...fields, log: { seq: log.seq, hash: log.hash } };
  must(
    isText(about.kind, text),
    "refused",
    `The text lacks a field of an ${about.kind}, or has another type in it`,
  );
  const bound = { ...about, notebook_id: log.notebook, author_id: account.id };
  return await sealJson(account.signing, key, log.epoch, bound, toJson(text));
}

/** The bytes of a record, and the times in which its author was a member. */
async function checkedSignature(log: SealedLog, about: Bound, given: SealedRecord) {
  const record = fromBase64url(given.record);
  const signature = fromBase64url(given.signature, 64);
  const length = record.length - HEAD - TAG;
  const epoch = numberOf(record.subarray(4, 8));
  const isRecord = length >= STEP && length % STEP === 0 && epoch >= 1 &&
    same(record.subarray(0, 4), BEGINNING);
  must(isRecord, "altered", "These bytes have not the form of a record");
  const times = log.memberships.get(about.author_id) ?? [];
  must(times.length, "not_a_member", "The author was never a member of the notebook");
  must(about.notebook_id === log.notebook, "not_signed", "The record is of another notebook");
  const bound = boundOf(about);
  const text = signedText(about.kind, bound, record);
  const signing = new Set<string>();
  for (const { key, member } of times) {
    const isNew = !signing.has(member.ed25519);
    if (isNew && await isSigned(key, text, signature)) signing.add(member.ed25519);
  }
  must(signing.size, "not_signed", "The author has not signed this record as what it is shown as");
  return { record, bound, epoch, times: times.filter((time) => signing.has(time.member.ed25519)) };
}

function checkOutside(text: SealedText, outside: Outside): void {
  const isThere = "written_at" in outside
    // The service writes times in another form.
    ? "written_at" in text && Date.parse(text.written_at) === Date.parse(outside.written_at)
    : "entry_id" in text && text.entry_id === outside.entry_id;
  must(isThere, "moved", "The record was written for another date or another entry");
}

/** Whether the author was a member with that key, and the epoch that one, when it was written. */
function checkThen(
  log: SealedLog,
  { seq, hash }: SealedText["log"],
  epoch: number,
  times: Membership[],
) {
  must(seq <= log.seq, "rolled_back", "The log is shorter than the author has seen it");
  must(log.hashes[seq - 1] === hash, "forked", "The author has seen another log");
  const wasMember = times.some(({ from, to }) => from <= seq && seq <= to);
  must(wasMember, "not_a_member", "The author was not a member with this key when it was written");
  must(log.epochs[seq - 1] === epoch, "not_a_member", "The epoch was another when it was written");
}

/**
 * Opens a record and checks it, in this order: form (`altered`); the author's keys in the log (none:
 * `not_a_member`), the signature by one of them (`not_signed`); the epoch (above the log's:
 * `rolled_back`); the commitment (`wrong_key`); GCM, spaces, JSON (`altered`); `written_at` or
 * `entry_id` against outside (`moved`); `log` (beyond the reader's: `rolled_back`; another hash:
 * `forked`; not then a member with that key, or not then that epoch: `not_a_member`); what this device
 * has seen of the object (an older version: `rolled_back`; another record of the same: `forked`).
 * @throws {SealedError}
 */
export async function openRecord(
  log: SealedLog,
  keys: NotebookKeys,
  about: Bound,
  outside: Outside,
  given: SealedRecord,
  seen?: SeenRecord,
): Promise<OpenedRecord> {
  const { record, bound, epoch, times } = await checkedSignature(log, about, given);
  must(epoch <= log.epoch, "rolled_back", "The log is shorter than the author has seen it");
  const notebookKey = keys.get(epoch);
  must(notebookKey, "wrong_key", "This device lacks the key of the record");
  const head = record.subarray(0, HEAD);
  const both = await derived(notebookKey, head.subarray(8, 40), "journal/sealed/1/record", 64);
  const key = await wiping([both], () => {
    const isCommitted = same(both.subarray(32), head.subarray(40));
    must(isCommitted, "wrong_key", "The record is sealed under another key");
    return gcmKey(both.slice(0, 32));
  });
  const text = await named("altered", "The record does not open", async () => {
    const plain = await decrypted(key, NONCE, joined(head, bound), record.subarray(HEAD));
    const value = await wiping([plain], () => fromJson(emptied(plain)));
    must(
      isText(about.kind, value),
      "altered",
      `The text lacks a field of an ${about.kind}, or has another type in it`,
    );
    return value;
  });
  checkOutside(text, outside);
  checkThen(log, text.log, epoch, times);
  const found = { version: about.version, hash: toBase64url(await hash(record)) };
  if (seen) {
    must(found.version >= seen.version, "rolled_back", "A newer version was already seen");
    const isOther = found.version === seen.version && found.hash !== seen.hash;
    must(!isOther, "forked", "Another record was already seen as this version");
  }
  return { text, epoch, ...found };
}
