/** Devices for tests of sealed notebooks: real keys, logs and records, made by the client's code. */
import {
  type CommentText,
  type EntryText,
  keyHash,
  memberOf,
  newNotebookKey,
  newRecoveryCode,
  newSecret,
  newSlot,
  openAccount,
  openNewestKey,
  openNotebookKeys,
  openRecord,
  readLog,
  type SealedAccount,
  type SealedLog,
  sealPrevious,
  sealRecord,
  signStatement,
  wrapForMembers,
} from "../../packages/client/src/sealed/mod.ts";
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";

// deno-lint-ignore no-explicit-any -- tests read the fields they expect and assert on them
type Parsed = any;
type Change = Parameters<typeof signStatement>[3];

/** A person at a device that has opened the account secret. */
export type Device = Person & { account: SealedAccount; code: Bytes; secret: Bytes };

type Bytes = Uint8Array<ArrayBuffer>;

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

/** Two slots, which an account needs. */
export async function slotsOf(who: Person, secret: Bytes, code = newRecoveryCode()) {
  const salt = random(32).toBase64({ alphabet: "base64url", omitPadding: true });
  const passkey = { prf: random(32), credential_id: salt, salt };
  return await Promise.all([{ code }, passkey].map(async (opener) => ({
    ...await newSlot(who.id, opener, secret),
    label: "A way in",
  })));
}

/** Sets up sealed notebooks for a person. */
export async function deviceOf(who: Person, options: { anew?: boolean } = {}): Promise<Device> {
  const [secret, code] = [newSecret(), newRecoveryCode()];
  const account = await openAccount(secret, who.id);
  const { x25519, ed25519, proof } = memberOf(account);
  const slots = await slotsOf(who, secret, code);
  await ok(who, "POST", "/api/sealed", { x25519, ed25519, proof, slots, ...options });
  return { ...who, account, code, secret };
}

export const sealedPath = (id: string) => `/api/notebooks/${id}/sealed`;

/** The first statement and the wrap with which a device makes a sealed notebook. */
export async function firstOf(who: Device, id: string) {
  const key = newNotebookKey();
  const { log, ...first } = await signStatement(who.account, id, null, {
    type: "create",
    epoch: 1,
    key_hash: await keyHash(key),
    member: memberOf(who.account),
  });
  const [wrap] = await wrapForMembers(who.account, log, key);
  return { ...first, wrapped: wrap!.wrapped };
}

/** Makes a sealed notebook; returns it. */
export async function makeSealed(
  who: Device,
  fields: Record<string, unknown> = {},
): Promise<Parsed> {
  const id = crypto.randomUUID();
  const sealed = await firstOf(who, id);
  return (await ok(who, "POST", "/api/notebooks", { id, name: "Ours", ...fields, sealed }))
    .notebook;
}

/** For a team, both visibilities. */
export const ofTeam = (team_id: string) => ({
  team_id,
  metadata_visibility: "team",
  content_visibility: "team",
});

/** The log and the keys of a notebook, read and opened as a device does. */
export async function opened(who: Device, id: string) {
  const answer = await ok(who, "GET", sealedPath(id));
  const log = await readLog(id, answer.log);
  const keys = await openNotebookKeys(who.account, log, answer.wrapped, answer.previous);
  return { ...answer, log, keys } as Parsed & { log: SealedLog };
}

/** Signs changes one after the other. */
async function signAll(who: Device, id: string, log: SealedLog, changes: Change[]) {
  const statements = [];
  for (const change of changes) {
    const { log: next, ...signed } = await signStatement(who.account, id, log, change);
    statements.push(signed);
    log = next;
  }
  return { statements, log };
}

/** The request with which the owner adds members. */
export async function addition(who: Device, id: string, added: Device[]) {
  const before = await opened(who, id);
  const key = await openNewestKey(who.account, before.log, before.wrapped);
  const changes = added.map(({ account }): Change => ({ type: "add", member: memberOf(account) }));
  const { statements, log } = await signAll(who, id, before.log, changes);
  const wraps = await wrapForMembers(who.account, log, key, added.map(({ id }) => id));
  return { statements, wraps, previous: [] as Parsed[] };
}

export const add = async (who: Device, id: string, ...added: Device[]) =>
  await ok(who, "POST", sealedPath(id), await addition(who, id, added));

/** The request that removes members and makes a new key. */
export async function removal(who: Device, id: string, removed: string[]) {
  const before = await opened(who, id);
  const former = await openNewestKey(who.account, before.log, before.wrapped);
  const key = newNotebookKey();
  const epoch = before.log.epoch + 1;
  const { statements, log } = await signAll(who, id, before.log, [
    ...removed.map((member_id): Change => ({ type: "remove", member_id })),
    { type: "rotate", epoch, key_hash: await keyHash(key) },
  ]);
  const wraps = await wrapForMembers(who.account, log, key);
  const previous = [{ epoch, sealed: await sealPrevious(id, epoch, key, former) }];
  return { statements, wraps, previous };
}

export const remove = async (who: Device, id: string, ...removed: string[]) =>
  await ok(who, "POST", sealedPath(id), await removal(who, id, removed));

/** Signs one change, without any key. */
export async function lone(who: Device, id: string, change: Change) {
  const { log } = await opened(who, id);
  const { statements } = await signAll(who, id, log, [change]);
  return { statements, wraps: [], previous: [] };
}

const WRITTEN = "2026-11-20T08:30:00.000Z";

interface Written {
  object_id?: string;
  version?: number;
  text?: Partial<EntryText>;
  kept?: Awaited<ReturnType<typeof opened>>;
}

/** The body of a new sealed entry, or of a new version of one. */
export async function entryBody(
  who: Device,
  notebook_id: string,
  { object_id = crypto.randomUUID(), version = 1, text, kept }: Written = {},
) {
  const { log, keys } = kept ?? await opened(who, notebook_id);
  const fields: Omit<EntryText, "log"> = {
    title: "Sealed",
    content: "what nobody else reads",
    mood: null,
    tags: [],
    written_at: WRITTEN,
    template_id: null,
    files: [],
    ...text,
  };
  const sealed = await sealRecord(who.account, log, keys, {
    kind: "entry",
    object_id,
    version,
  }, fields);
  return { id: object_id, notebook_id, written_at: fields.written_at, sealed };
}

/** Writes a sealed entry; returns it. */
export const writeSealed = async (
  who: Device,
  notebook_id: string,
  written?: Written,
): Promise<Parsed> =>
  (await ok(who, "POST", "/api/journal", await entryBody(who, notebook_id, written))).entry;

/** The text of an entry, opened by a reader. */
export async function readSealed(who: Device, entry: Parsed): Promise<Parsed> {
  const { log, keys } = await opened(who, entry.notebook_id);
  const about = {
    kind: "entry" as const,
    notebook_id: entry.notebook_id,
    object_id: entry.id,
    author_id: entry.user_id,
    version: entry.sealed.version,
  };
  return (await openRecord(log, keys, about, { written_at: entry.written_at }, entry.sealed)).text;
}

/** The body of a sealed comment. */
export async function commentBody(who: Device, entry: Parsed, content = "So did I.") {
  const { log, keys } = await opened(who, entry.notebook_id);
  const id = crypto.randomUUID();
  const text: Omit<CommentText, "log"> = { entry_id: entry.id, content };
  const about = { kind: "comment" as const, object_id: id, version: 1 };
  return { id, sealed: await sealRecord(who.account, log, keys, about, text) };
}

/** The headers of a write that replaces this version. */
export const replaces = (version: number) => ({ "if-match": `"${version}"` });
