/**
 * Membership is a signed, chained log. Each statement has the Ed25519 signature of
 * `"journal/sealed/1/log" | text` by `by`'s key. `create` comes first and once, `by` its `member`, the
 * first owner. After it `by` is a present member, with its key there: the owner adds non-members,
 * removes, and makes another member owner; anybody removes itself or somebody whom the service calls
 * gone (a reader cannot tell, and accepts it: it adds nobody), and rotates to the next epoch. The owner
 * is never removed. Failures in this order: form, notebook, chain, epoch (`altered`); `by`, its right,
 * whom it names (`not_a_member`); signature, `proof` (`not_signed`).
 */
import { type Bytes, fromBase64url, joined, toBase64url, utf8 } from "./bytes.ts";
import { must } from "./failures.ts";
import { proofText, readStatement, type SealedMember } from "./statement.ts";
import type { SignedStatement, Statement } from "./statement.ts";

/** The cryptography of reading a log. The service brings its own, without a fallback. */
export interface Verifying {
  hash(data: Bytes): Promise<Bytes>;
  verifyingKey(bytes: Bytes): Promise<CryptoKey>;
  isSigned(key: CryptoKey, text: Bytes, signature: Bytes): Promise<boolean>;
}

/** The highest statement of a log that a device has seen, which it keeps. */
export interface SeenLog {
  seq: number;
  hash: string;
}

/** From where to where in the log somebody was a member with these keys. */
export interface Membership {
  member: SealedMember;
  key: CryptoKey;
  from: number;
  /** The last statement after which the member was there; Infinity while it is. */
  to: number;
}

/** The state of a notebook after the last statement of its log. */
export interface SealedLog {
  readonly notebook: string;
  /** The number of statements. */
  readonly seq: number;
  /** SHA-256 of the last statement, in base64url. */
  readonly hash: string;
  readonly epoch: number;
  /** Whether somebody was removed later than the last rotation: then nothing may be written. */
  readonly rotationDue: boolean;
  readonly owner: string;
  /** The people who read the notebook, by id. */
  readonly members: ReadonlyMap<string, SealedMember>;
  /** The hash of each notebook key; that of epoch 1 is the first. */
  readonly keyHashes: readonly string[];
  /** The hash of each statement, and the epoch after it; those of `seq` 1 are the first. */
  readonly hashes: readonly string[];
  readonly epochs: readonly number[];
  /** All times of membership, by the id of the member. */
  readonly memberships: ReadonlyMap<string, readonly Membership[]>;
}

type Draft =
  & { -readonly [Field in Exclude<keyof SealedLog, keyof Lists>]: SealedLog[Field] }
  & Lists;
interface Lists {
  members: Map<string, SealedMember>;
  keyHashes: string[];
  hashes: string[];
  epochs: number[];
  memberships: Map<string, Membership[]>;
}

/** The text that a statement's author signs. */
export const signedText = (text: string): Bytes => joined("journal/sealed/1/log", text);

/** Notebook, chain, epoch. */
function checkPlace(log: Draft, statement: Statement): void {
  must(statement.notebook === log.notebook, "altered", "A statement is of another notebook");
  const isNext = statement.seq === log.seq + 1 &&
    statement.prev === (log.seq ? log.hash : null) &&
    (statement.type === "create") === (log.seq === 0);
  must(isNext, "altered", "A statement does not continue the log before it");
  if (statement.type === "create" || statement.type === "rotate") {
    must(statement.epoch === log.epoch + 1, "altered", "A statement leaves out an epoch");
  }
}

/** `by`, its right, and whom it names. */
function checkRight(log: Draft, statement: Statement): void {
  const { by, type } = statement;
  const isOwner = by === log.owner;
  if (type === "create") {
    return must(by === statement.member.id, "not_a_member", "A notebook is made for somebody else");
  }
  must(log.members.has(by), "not_a_member", "A statement is by somebody outside of the notebook");
  if (type === "add") {
    must(isOwner, "not_a_member", "Only the owner adds members");
    must(!log.members.has(statement.member.id), "not_a_member", "Somebody is added twice");
  } else if (type === "remove") {
    const isThere = log.members.has(statement.member_id);
    must(isThere, "not_a_member", "Somebody outside of the notebook is removed");
    must(statement.member_id !== log.owner, "not_a_member", "The owner is never removed");
  } else if (type === "owner") {
    must(isOwner, "not_a_member", "Only the owner makes another member owner");
    const isOther = log.members.has(statement.member_id) && statement.member_id !== log.owner;
    must(isOther, "not_a_member", "Only another member becomes the owner");
  }
}

function presentKey(log: Draft, member: string): CryptoKey | undefined {
  return log.memberships.get(member)?.find(({ to }) => to === Infinity)?.key;
}

/** Signature and proof. Answers the key of the member that the statement adds. */
async function checkSigned(
  { verifyingKey, isSigned }: Verifying,
  log: Draft,
  statement: Statement,
  given: SignedStatement,
) {
  const added = "member" in statement ? statement.member : null;
  const addedKey = added && await verifyingKey(fromBase64url(added.ed25519));
  const by = statement.type === "create" ? addedKey : presentKey(log, statement.by);
  must(by, "altered", "A member has no key, though the log says that it is present");
  const isBy = await isSigned(by, signedText(given.statement), fromBase64url(given.signature, 64));
  must(isBy, "not_signed", "A statement is not signed by its author");
  if (added && addedKey) {
    const text = proofText(added.id, fromBase64url(added.x25519));
    const isProven = await isSigned(addedKey, text, fromBase64url(added.proof));
    must(isProven, "not_signed", "A member's own signature does not tie its keys to it");
  }
  return addedKey;
}

/** Takes what a checked statement says into the log. */
function take(log: Draft, statement: Statement, hashOf: string, addedKey: CryptoKey | null): void {
  log.seq = statement.seq;
  log.hash = hashOf;
  if (statement.type === "create" || statement.type === "rotate") {
    log.epoch = statement.epoch;
    log.keyHashes.push(statement.key_hash);
    log.rotationDue = false;
  }
  if ("member" in statement) {
    const { member, seq } = statement;
    must(addedKey, "altered", "A member is added without a key");
    log.members.set(member.id, member);
    const times = log.memberships.get(member.id) ?? [];
    times.push({ member, key: addedKey, from: seq, to: Infinity });
    log.memberships.set(member.id, times);
  }
  if (statement.type === "create") log.owner = statement.by;
  if (statement.type === "owner") log.owner = statement.member_id;
  if (statement.type === "remove") {
    log.members.delete(statement.member_id);
    // A member is one until the statement before its removal.
    for (const time of log.memberships.get(statement.member_id)!) {
      time.to = Math.min(time.to, statement.seq - 1);
    }
    log.rotationDue = true;
  }
  log.hashes.push(hashOf);
  log.epochs.push(log.epoch);
}

/** An own copy of a log, which statements may be added to. */
function draftOf(notebook: string, log?: SealedLog): Draft {
  return {
    notebook,
    seq: log?.seq ?? 0,
    hash: log?.hash ?? "",
    epoch: log?.epoch ?? 0,
    rotationDue: log?.rotationDue ?? false,
    owner: log?.owner ?? "",
    members: new Map(log?.members),
    keyHashes: [...log?.keyHashes ?? []],
    hashes: [...log?.hashes ?? []],
    epochs: [...log?.epochs ?? []],
    memberships: new Map(
      [...log?.memberships ?? []].map(([id, times]) => [id, times.map((time) => ({ ...time }))]),
    ),
  };
}

/**
 * Reads the log of a notebook, with the cryptography of the platform or another.
 * @param given all statements, or those behind `before`
 * @param seen what this device has kept of it
 * @throws {SealedError} altered, not_a_member or not_signed for a statement that must not be believed;
 * rolled_back when statements that the device has seen are missing, forked when they are others
 */
export async function readLogWith(
  crypto: Verifying,
  notebook: string,
  given: SignedStatement[],
  { seen, before }: { seen?: SeenLog | undefined; before?: SealedLog | undefined } = {},
): Promise<SealedLog> {
  const log = draftOf(notebook, before);
  for (const each of given) {
    const statement = readStatement(each.statement);
    fromBase64url(each.signature, 64);
    checkPlace(log, statement);
    checkRight(log, statement);
    const addedKey = await checkSigned(crypto, log, statement, each);
    take(log, statement, toBase64url(await crypto.hash(utf8(each.statement))), addedKey);
  }
  must(log.seq, "altered", "A log has no statement");
  if (seen) {
    must(log.seq >= seen.seq, "rolled_back", "The log is shorter than this device has seen it");
    const isSame = log.hashes[seen.seq - 1] === seen.hash;
    must(isSame, "forked", "The log is another than this device has seen");
  }
  return log;
}
