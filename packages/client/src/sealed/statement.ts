/**
 * The form of a statement of the log: a JSON text with these fields in this order: `notebook`, `seq`
 * (from 1), `prev` (SHA-256 of the text before, null in the first), `type`, `by`, `at`, then
 * `create` {`epoch`: 1, `key_hash`, `member`: {`id`, `x25519`, `ed25519`, `proof`}}, `add` {`member`},
 * `remove` {`member_id`}, `rotate` {`epoch`, `key_hash`}, `owner` {`member_id`}. It is kept byte for
 * byte.
 */
import { type Bytes, fromBase64url, fromJson, id, isBytes, isId, isTime, joined } from "./bytes.ts";
import { must } from "./failures.ts";
import { isAgreementKey, isVerifyingKey } from "./points.ts";

/** The public keys of an account, in base64url. */
export interface AccountKeys {
  x25519: string;
  ed25519: string;
}

/** A user with the public keys that its own signature ties to it. */
export interface SealedMember extends AccountKeys {
  id: string;
  proof: string;
}

/** The text that `proof` signs. */
export const proofText = (userId: string, x25519: Uint8Array): Bytes =>
  joined("journal/sealed/1/account", id(userId), x25519);

/** The part of a statement that differs by its type. */
export type Change =
  | { type: "create"; epoch: 1; key_hash: string; member: SealedMember }
  | { type: "add"; member: SealedMember }
  | { type: "remove"; member_id: string }
  | { type: "rotate"; epoch: number; key_hash: string }
  | { type: "owner"; member_id: string };

export type Statement =
  & { notebook: string; seq: number; prev: string | null; by: string; at: string }
  & Change;

/** A statement as the service keeps it. */
export interface SignedStatement {
  statement: string;
  signature: string;
}

const BEGINNING = ["notebook", "seq", "prev", "type", "by", "at"];
/** The fields behind these, by type. */
const REST: Record<string, string[]> = {
  create: ["epoch", "key_hash", "member"],
  add: ["member"],
  remove: ["member_id"],
  rotate: ["epoch", "key_hash"],
  owner: ["member_id"],
};

const isNumber = (value: unknown) => Number.isSafeInteger(value) && value as number >= 1;
const isHash = (value: unknown) => isBytes(value, 32);

function hasFields(value: unknown, fields: string[]): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const own = Object.keys(value);
  return own.length === fields.length && fields.every((field, n) => own[n] === field);
}

/** Whether a value is a member with keys that an honest program makes. */
function isMember(value: unknown): boolean {
  return hasFields(value, ["id", "x25519", "ed25519", "proof"]) && isId(value.id) &&
    isHash(value.x25519) && isHash(value.ed25519) && isBytes(value.proof, 64) &&
    isAgreementKey(fromBase64url(value.x25519)) && isVerifyingKey(fromBase64url(value.ed25519));
}

const FORMS: Record<string, (value: unknown) => boolean> = {
  notebook: isId,
  seq: isNumber,
  prev: (value) => value === null || isHash(value),
  type: (value) => typeof value === "string",
  by: isId,
  at: isTime,
  epoch: (value) => isNumber(value) && (value as number) < 2 ** 32,
  key_hash: isHash,
  member: isMember,
  member_id: isId,
};

/** Reads a statement's text. @throws {SealedError} altered */
export function readStatement(text: string): Statement {
  const value = fromJson(text);
  const rest = Object.hasOwn(REST, String(value.type)) ? REST[String(value.type)]! : null;
  const isWhole = rest && hasFields(value, [...BEGINNING, ...rest]) &&
    Object.entries(value).every(([field, each]) => FORMS[field]!(each));
  must(isWhole, "altered", "A statement of the log has not the form that the format gives it");
  return value as unknown as Statement;
}
