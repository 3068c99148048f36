/** The types of sealed notebooks in an app. */
import type { Answer } from "../../api.ts";
import type { Kinds } from "../../offline/kinds.ts";
import type { SealedFailure } from "../failures.ts";
import type { SealedFile } from "../text.ts";

/**
 * Where this device stands:
 * - `unknown`: the service has not been asked yet, and the device has no keys.
 * - `none`: the user has not set up sealed notebooks.
 * - `new_device`: the user has, and this device has no keys: join, or enter with a slot.
 * - `locked`: the device has keys, and asks for a passphrase, a passkey or the recovery code.
 * - `open`
 */
export type SealedState = "unknown" | "none" | "new_device" | "locked" | "open";

/** An entry of a sealed notebook, as this device has opened it. */
export type SealedEntry =
  & Pick<
    Kinds["journal_entries"],
    "id" | "user_id" | "notebook_id" | "written_at" | "title" | "content" | "tags"
  >
  & {
    /** Undefined before it was sent. */
    version?: number;
    /** In a record any word may stand here. */
    mood: string | null;
    template_id: string | null;
    files: SealedFile[];
    is_sealed: true;
    /**
     * Why the newest record must not be believed; null for an entry that opened. The other fields have
     * the last text that did, or are empty: show the failure first.
     */
    failure: SealedFailure | null;
  };

/** The readers of an open notebook. */
export type Audience = Pick<
  Kinds["notebooks"],
  "metadata_visibility" | "content_visibility" | "team_id" | "org_id"
>;

/** A move out of a sealed notebook that was cut off. */
export interface BegunMoveOut {
  /** The open notebook to which the entry goes; null for none. */
  notebook_id: string | null;
  /** Whether `stopMove` ends it: nothing of the entry is deleted at the service yet. */
  isStoppable: boolean;
}

/** The fields of a new entry. */
export interface NewSealedEntry {
  notebook_id: string;
  title?: string;
  content?: string;
  mood?: string | null;
  tags?: string[];
  template_id?: string | null;
  written_at?: string;
}

/** The fields that an edit may change. `notebook_id` changes by moving alone. */
export type SealedEdit = Partial<Omit<NewSealedEntry, "notebook_id">>;

/** The entries that are wanted, and their order. */
export interface SealedQuery {
  notebook_id?: string;
  /** `written_at` unless it is given. */
  orderBy?: "written_at" | "title";
  /** The newest first unless it is given. */
  direction?: "ascending" | "descending";
  limit?: number;
}

/** An edit that met another one, or that the service refuses: `resolve` answers it. */
export interface SealedConflict {
  id: string;
  key?: string;
  /** The fields as the user wrote them. */
  mine: Partial<SealedEntry>;
  before: SealedEntry | null;
  /** The entry as it is now; null when it is deleted, or when its record must not be believed. */
  theirs: SealedEntry | null;
  /** The code of the service, or the name of the failure; null when another device was faster. */
  refusal: { code: string; message: string } | null;
}

/** A former text of a sealed entry. */
export interface FormerText {
  id: string;
  /** When another text replaced it. */
  created_at: string;
  title: string;
  content: string;
  /** Why its record must not be believed: title and content are empty then. */
  failure: SealedFailure | null;
}

/** A comment on a sealed entry. */
export interface SealedComment {
  id: string;
  entry_id: string;
  user_id: string;
  content: string;
  created_at: string;
  /** The card of its author; null for a comment of the user that waits. */
  author: Answer<"/api/journal/{id}/comments", "get">["comments"][number]["author"] | null;
  failure: SealedFailure | null;
  /** Whether it waits on this device. */
  isWaiting: boolean;
}

/** A person who reads a notebook. */
export interface Reader {
  id: string;
  isOwner: boolean;
  /**
   * Whether the service calls the member gone: it has left, is blocked or deleted, or has started
   * anew. The next write of anybody removes it.
   */
  isGone: boolean;
  /** Whether the log has other keys of the person than this device knows: compare digits. */
  isOther: boolean;
}

/** A sealed notebook as its log, and not the service, describes it. */
export interface SealedNotebook {
  id: string;
  owner: string;
  readers: Reader[];
  /** The number of the newest key. */
  epoch: number;
  /** Whether nothing is written before somebody who is gone is removed. */
  rotationDue: boolean;
  /** The owner is gone: it is readable, and authors move what is theirs. */
  closed: boolean;
  /** The user is not a member any more, or it was deleted: the other fields are as they were before. */
  isOut: boolean;
  /** Why its log must not be believed; the other fields have what this device believes. */
  failure: SealedFailure | null;
}

/** The keys of a person, as this device knows them. */
export interface KnownPerson {
  id: string;
  /**
   * - `new`: this device sees keys of the person for the first time.
   * - `known`: the service gives the keys that this device knows.
   * - `changed`: it gives others: warn, compare the digits, and `accept` them.
   * - `former`: it gives keys that others have replaced: never taken again.
   */
  keys: "new" | "known" | "changed" | "former";
  /** The sixty digits that the two people compare, with the keys that the service gives now. */
  digits: string;
}

/** A passkey that opens a slot: see `newPasskey` and `passkeyOf`. */
export interface Passkey {
  /** WebAuthn's PRF of the salt, 32 bytes. Overwritten after use. */
  prf: Uint8Array<ArrayBuffer>;
  credential_id: string;
  salt: string;
}

/** A way to open a slot: a typed recovery code is taken in every form that people write. */
export type Unlocker = { passphrase: string } | { recoveryCode: string } | { passkey: Passkey };

/** Setting up: the user writes the recovery code down and types it back. */
export interface SetUp {
  /** Four groups of eight signs and two check signs. */
  readonly recoveryCode: string;
  /** Checks what the user types back. @throws {SealedError} refused */
  confirm(typed: string): Promise<void>;
  /**
   * Makes the account, when the code is confirmed, and opens this device.
   *
   * @param way a passphrase or a passkey, the daily way in
   * @param label how the user recognises it in the list of slots
   * @throws {SealedError} refused when the code is not confirmed
   * @throws {JournalError} 403 `sign_in_again` when starting anew needs a fresh sign-in
   */
  finish(way: { passphrase: string } | { passkey: Passkey }, label?: string): Promise<void>;
}

/** A new device that asks an old one for the keys. */
export interface Joining {
  id: string;
  /** The twelve signs that the user compares, or scans. */
  signs: string;
  /** Ten minutes after the beginning. */
  expires_at: string;
  /**
   * Looks whether an old device has answered, and then opens this one. Answers whether it is open.
   *
   * @throws {SealedError} wrong_key when the answer is not for these signs
   * @throws {JournalError} 410 when it has expired
   */
  look(): Promise<boolean>;
}

/** A way to open the account secret. */
export interface Way {
  id: string;
  kind: "passphrase" | "recovery_code" | "passkey";
  label: string;
  created_at: string;
  /** The parameters of a passkey. */
  parameters: { credential_id?: string; salt?: string };
}

/**
 * Where the key of this device lies that opens everything sealed on it. Without one it is a WebCrypto
 * key in the storage of the device that cannot be extracted, which browsers keep. A phone gives its
 * secure store, a program on Node its keyring: the key is 32 bytes then, in base64url.
 */
export interface DeviceKeys {
  read(name: string): Promise<string | null>;
  write(name: string, key: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export interface SealedOptions {
  deviceKeys?: DeviceKeys;
  /**
   * Called while `openSealed` opens the device, with its newest entries as they were after the last
   * `sync`: at most 50, in 200,000 letters of JSON. A screen shows them until `openSealed` ends, which takes longer when there are many entries;
   * when the device does not open, it is called with none.
   */
  newest?: (entries: readonly SealedEntry[]) => void;
  /** Reads the stored bytes of files, in place of the platform's `fetch`. */
  fetch?: (address: string) => Promise<Response>;
  /** The time in ms; for tests. */
  now?: () => number;
}
