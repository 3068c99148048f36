/**
 * The vectors of format 1, `vectors-of-format-1.json`: data for auditors, and for authors who write
 * another program for it. The file is as it was published; its field `about` says what it holds.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SealedMember } from "../../src/sealed/account.ts";
import { type Bytes, fromBase64url } from "../../src/sealed/bytes.ts";
import type { Bound, Outside, SealedRecord, SeenRecord } from "../../src/sealed/record.ts";
import type { SeenLog } from "../../src/sealed/log.ts";
import type { Slot, SlotKind } from "../../src/sealed/slot.ts";
import type { SignedStatement } from "../../src/sealed/statement.ts";

type After = { owner: string; members: string[]; epoch: number; rotation_due: boolean };
type Account = Omit<SealedMember, "id"> & {
  user_id: string;
  secret: string;
  x25519_private: string;
  ed25519_seed: string;
};
type SlotVector = Omit<Slot, "id"> & {
  slot_id: string;
  user_id: string;
  key: string;
  nonce: string;
  secret: string;
};
export type RecordVector = Bound & SealedRecord & {
  name: string;
  outside: Outside;
  log_statements?: number;
  accepted_log?: number;
  seen?: SeenRecord;
};
type FileVector = { attachment_id: string; key: string; bytes: number; hash: string };

interface Negative {
  name: string;
  form: string;
  expect: string;
}

interface Vectors {
  accounts: Record<string, Account>;
  slots: {
    passphrase: SlotVector & { passphrase: string };
    passphrase_not_in_nfc: {
      passphrase_hex: string;
      parameters: Slot["parameters"];
      key: string;
    };
    recovery: SlotVector & {
      code: string;
      printed: string;
      second_printed: string;
      accepted: { typed: string; code: string }[];
    };
    passkey: SlotVector & { prf: string };
  };
  enrolment: Record<
    | "user_id"
    | "enrolment_id"
    | "device_key_material"
    | "device_private"
    | "public_key"
    | "account_x25519"
    | "account_ed25519"
    | "signs"
    | "ephemeral_key_material"
    | "info"
    | "sealed_secret"
    | "secret",
    string
  >;
  compare: Record<string, string>;
  notebook: {
    id: string;
    keys: { epoch: number; key: string; key_hash: string }[];
    wraps: {
      member: string;
      member_id: string;
      epoch: number;
      ephemeral_key_material: string;
      wrapped: string;
      key: string;
    }[];
    previous: { epoch: number; sealed: string; opens_to: string }[];
  };
  log: (SignedStatement & { hash: string; signer: string; after: After })[];
  accepted_logs: { name: string; log: SignedStatement[]; after: After }[];
  records: (RecordVector & {
    epoch: number;
    message_id: string;
    text_json: string;
    text_bytes: number;
    record_hash: string;
  })[];
  file: FileVector & {
    padded: number;
    stored_bytes: number;
    chunks: { bytes: number; sha256: string }[];
  };
  thumbnail: FileVector & { padded: number; stored: string };
  padme: { bytes: number; padded: number }[];
  negatives: (
    & Negative
    & Partial<RecordVector & Omit<FileVector, "kind">>
    & {
      typed?: string;
      parameters?: Slot["parameters"];
      slot_key?: string;
      slot_id?: string;
      user_id?: string;
      slot_kind?: SlotKind;
      sealed_secret?: string;
      x25519?: string;
      ed25519?: string;
      enrolment_id?: string;
      device_private?: string;
      public_key?: string;
      account_x25519?: string;
      account_ed25519?: string;
      signs_shown?: string;
      log?: SignedStatement[];
      member?: string;
      epoch?: number;
      wrapped?: string;
      key_hash?: string;
      previous?: string;
      previous_key_hash?: string;
      from_file_chunks?: number[];
      stored?: string;
      seen?: SeenLog & SeenRecord;
    }
  )[];
}

/** The file, as auditors have it. */
export const text = readFileSync(join(import.meta.dirname!, "vectors-of-format-1.json"), "utf8");
export const vectors: Vectors = JSON.parse(text);

/** The member that an account of the vectors is. */
export function memberNamed(name: string): SealedMember {
  const { user_id, x25519, ed25519, proof } = vectors.accounts[name]!;
  return { id: user_id, x25519, ed25519, proof };
}

export const secretOf = (name: string): Bytes => fromBase64url(vectors.accounts[name]!.secret);

/** The plain file of this length: byte i is (31 * i + floor(i / 256)) mod 256. */
export const plainFile = (length: number): Bytes =>
  Uint8Array.from({ length }, (_, i) => (31 * i + Math.floor(i / 256)) % 256);
