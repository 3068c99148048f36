/** Keeps the items of the outbox and sends them. Loaded with the first sync. */
import type { Api } from "../api.ts";
import { isRefusal, JournalError } from "../errors.ts";
import type { Upload } from "../uploads.ts";
import type { Copies, Update } from "./copies.ts";
import { largest } from "./limits.ts";
import { lockOf } from "./locks.ts";
import type { FileFacts, Send, SendKind, Sends } from "./sends.ts";
import type { DeviceStorage, FileStorage } from "./storage.ts";

const MB = 1024 * 1024;
/** The space that all waiting files on a device may take. */
const MOST_BYTES = 200 * MB;
/** A check-in sent later than this (ms) carries its time. A shorter delay is a slow network. */
const LATE = 5 * 60_000;
/** A refusal that asks for a longer wait (s) is final: the user decides when to try again. */
const LONG = 60;

interface Request {
  method: "get" | "post" | "put" | "delete";
  /** Below `/api`. */
  path: string;
  body?: Record<string, unknown>;
}

const post = (path: string, body?: Record<string, unknown>): Request => ({
  method: "post",
  path,
  body,
});
const isLate = ({ made_at }: Send) => Date.now() - Date.parse(made_at) > LATE;

/** The request of each kind; files join its body. */
const requests: Record<SendKind, (send: Send) => Request> = {
  attachments: ({ id, fields: { entry_id } }) => post(`/journal/${entry_id}/attachments`, { id }),
  team_messages: ({ id, made_at, fields: { team_id, ...fields } }) =>
    post(`/teams/${team_id}/messages`, { id, written_at: made_at, ...fields }),
  comments: ({ id, fields: { entry_id, ...fields } }) =>
    post(`/journal/${entry_id}/comments`, { id, ...fields }),
  reactions: ({ fields: { entry_id, reaction } }) =>
    reaction
      ? { method: "put", path: `/journal/${entry_id}/reaction`, body: { reaction } }
      : { method: "delete", path: `/journal/${entry_id}/reaction` },
  drops: ({ id, fields }) => post("/encouragement-drops/send", { id, ...fields }),
  drop_reads: ({ fields: { drop_id } }) => post(`/encouragement-drops/received/${drop_id}/read`),
  drop_thanks: ({ fields: { drop_id } }) => post(`/encouragement-drops/received/${drop_id}/thank`),
  workout_check_ins: (send) =>
    post("/workout-window/checkin", {
      id: send.id,
      ...send.fields,
      ...isLate(send) && { taken_at: send.made_at },
    }),
};

const isUpload = ({ files }: Send): boolean => Object.keys(files).length > 0;

const isFile = (value: unknown): value is Upload =>
  value instanceof Blob || typeof (value as { uri?: unknown } | null)?.uri === "string";
const fileKey = (kept: Copies, { key }: Send, name: string) => `${kept.userId}/${key}/${name}`;
const sendKey = ({ key }: Send) => `send/${key}` as const;

/** Locks files, which are kept before the item that refers to them, so that `tidy` leaves them. */
const filesLock = ({ name }: DeviceStorage) => lockOf(`journal files of ${name}`);

function filesOf({ files }: DeviceStorage): FileStorage {
  if (!files) throw new TypeError("The storage of this device keeps no files");
  return files;
}

/**
 * Keeps an item until a sync sends it. A new reaction to an entry replaces a waiting one.
 *
 * @throws {JournalError} 413 when a file is larger than the service takes, or the files that wait
 * take up too much
 */
export async function queue<K extends SendKind>(
  kept: Copies,
  storage: DeviceStorage,
  kind: K,
  given: Sends[K],
  id: string = crypto.randomUUID(),
): Promise<string> {
  const all = Object.entries(given).filter(([, value]) => value !== undefined);
  const uploads = all.filter((field): field is [string, Upload] => isFile(field[1]));
  const send: Send = {
    key: kept.newKey(),
    kind,
    id,
    fields: Object.fromEntries(all.filter(([, value]) => !isFile(value))),
    files: Object.fromEntries(uploads.map(([name, file]) => [name, factsOf(file, storage)])),
    made_at: new Date().toISOString(),
    idempotencyKey: crypto.randomUUID(),
    refusal: null,
  };
  const isReplaced = (each: Send) =>
    kind === "reactions" && each.kind === kind && each.fields.entry_id === send.fields.entry_id;
  const keep = () =>
    kept.keep(() => [
      ...kept.sends.filter(isReplaced).map((each): Update => [sendKey(each), undefined]),
      [sendKey(send), send],
    ]);
  if (!uploads.length) {
    await keep();
    return id;
  }
  requireRoom(kept, send);
  const files = filesOf(storage);
  await filesLock(storage)(async () => {
    const keys = uploads.map(([name]) => fileKey(kept, send, name));
    try {
      for (const [name, file] of uploads) await files.keep(fileKey(kept, send, name), file);
      await keep();
    } catch (error) {
      await files.remove(keys);
      throw error;
    }
  });
  return id;
}

const factsOf = (file: Upload, { files }: DeviceStorage): FileFacts =>
  file instanceof Blob
    ? { type: file.type, bytes: file.size }
    : files?.factsOf?.(file) ?? { type: file.type, bytes: undefined };

const bytesOf = ({ files }: Send) =>
  Object.values(files).reduce((sum, { bytes = 0 }) => sum + bytes, 0);

function requireRoom(kept: Copies, send: Send): void {
  for (const [name, { type, bytes = 0 }] of Object.entries(send.files)) {
    const most = largest(type, name);
    if (bytes > most) throw tooLarge(`${name}: larger than ${(most / MB).toFixed(1)} MB`);
  }
  const waiting = kept.sends.reduce((sum, each) => sum + bytesOf(each), bytesOf(send));
  if (waiting > MOST_BYTES) {
    throw tooLarge("The files that wait on this device take up 200 MB: send or discard some first");
  }
}

const tooLarge = (message: string) => new JournalError(413, "too_large", message);

/** Forgets items, with their files. */
export async function forget(kept: Copies, storage: DeviceStorage, gone: Send[]): Promise<void> {
  await kept.keep(() => gone.map((send): Update => [sendKey(send), undefined]));
  await storage.files?.remove(
    gone.flatMap((send) => Object.keys(send.files).map((name) => fileKey(kept, send, name))),
  );
}

/** A file that waits. */
export const fileOf = (kept: Copies, storage: DeviceStorage, send: Send, name: string) =>
  filesOf(storage).read(fileKey(kept, send, name));

/** Removes the files to which nothing refers, because the program ended between two steps. */
export const tidy = (kept: Copies, storage: DeviceStorage): Promise<void> =>
  filesLock(storage)(async () => {
    // Another tab may have kept items.
    await kept.load();
    const keys = await storage.files?.keys(`${kept.userId}/`) ?? [];
    const known = new Set(kept.sends.map(({ key }) => key));
    await storage.files?.remove(keys.filter((key) => !known.has(key.split("/")[1]!)));
  });

interface Sending {
  /** The service, which tells how much of a file has left the device. */
  apiOf: (progress?: (share: number) => void) => Api;
  kept: Copies;
  storage: DeviceStorage;
  sent: (send: Send, answer: unknown) => void;
  /** Ends the request of a send that is forgotten meanwhile. */
  signalOf: (send: Send) => AbortSignal;
  /** Null: it is not being sent any more. */
  progress: (id: string, share: number | null) => void;
}

/**
 * Sends the waiting items in order: those with files, or all others. An item that is refused for
 * good stays with its refusal, and the items behind it are sent. An item that refers to an entry
 * waits while the user has to decide on that entry.
 *
 * @returns how much was sent
 * @throws {JournalError} when some of it has to be sent later
 */
export async function sendAll(sending: Sending, uploads: boolean): Promise<number> {
  const { kept, storage, sent, signalOf, progress } = sending;
  const tried = new Set<string>();
  let failure: unknown;
  let count = 0;
  const next = () =>
    kept.sends.find((send) =>
      isUpload(send) === uploads && !send.refusal && !tried.has(send.idempotencyKey) &&
      // The entry was written while the sync ran: the next sync sends both.
      !kept.outbox.some(({ id }) => id === send.fields.entry_id) &&
      !kept.conflicts.some(({ id, theirs }) => id === send.fields.entry_id && !theirs)
    );
  for (let send = next(); send; send = next()) {
    tried.add(send.idempotencyKey);
    const signal = signalOf(send);
    try {
      const answer = await deliver(sending, send, signal);
      await forget(kept, storage, [send]);
      count++;
      sent(send, answer);
    } catch (error) {
      if (signal.aborted) continue;
      if (isForGood(error)) await refused(sending, send, error);
      // The others would fail in the same way.
      else if (error instanceof JournalError && [0, 401, 429].includes(error.status)) throw error;
      else failure ??= error;
    } finally {
      progress(send.id, null);
    }
  }
  if (failure) throw failure;
  return count;
}

const isForGood = (error: unknown): error is JournalError =>
  isRefusal(error) ||
  error instanceof JournalError && error.status === 429 && (error.retryAfter ?? 0) > LONG;

async function refused({ kept, storage, sent }: Sending, send: Send, error: JournalError) {
  const { status, code, message, fields } = error;
  const isNothingLeft = status === 404 &&
    (["drop_reads", "drop_thanks"].includes(send.kind) ||
      send.kind === "reactions" && !send.fields.reaction);
  // It had arrived, and was deleted since.
  if (status === 410 || isNothingLeft) {
    await forget(kept, storage, [send]);
    return sent(send, undefined);
  }
  // The clock of the device is fast: the service says when it was written.
  const isTime = fields.some(({ path }) => path === "written_at");
  await kept.keep(() => {
    // The user may have discarded it meanwhile.
    const now = kept.sends.find(({ key }) => key === send.key);
    if (!now) return [];
    const changed: Send = isTime
      ? { ...now, fields: { ...now.fields, written_at: null }, idempotencyKey: crypto.randomUUID() }
      : { ...now, refusal: { code, message, fields } };
    return [[sendKey(send), changed]];
  });
}

/** Sends an item and returns the service's answer. */
async function deliver(
  { apiOf, kept, storage, progress }: Sending,
  send: Send,
  signal: AbortSignal,
): Promise<unknown> {
  const request = requests[send.kind](send);
  if (!isUpload(send)) return await call(apiOf(), send, request);
  const files: Record<string, Upload> = {};
  for (const name of Object.keys(send.files)) {
    const file = await fileOf(kept, storage, send, name);
    if (!file) throw new JournalError(404, "file_gone", "The file is not on this device any more");
    files[name] = file;
  }
  if (send.kind === "attachments") {
    // No bytes are sent without room for them, or when the file has arrived already.
    const query = { id: send.id, bytes: Math.max(1, bytesOf(send)) };
    const path = `${request.path}/room`;
    const found = await call(apiOf(), send, { method: "get", path }, { params: { query }, signal });
    if ((found as { attachment: unknown }).attachment) return found;
  }
  progress(send.id, 0);
  const api = apiOf((share) => progress(send.id, share));
  return await call(api, send, { ...request, body: { ...request.body, ...files } }, { signal });
}

async function call(
  api: Api,
  send: Send,
  { method, path, body }: Request,
  init: object = {},
): Promise<unknown> {
  const request = api[method] as unknown as (path: string, init: object) => Promise<unknown>;
  const late = body && "taken_at" in body ? " late" : "";
  const headers = method === "post" && { "Idempotency-Key": send.idempotencyKey + late };
  return await request(`/api${path}`, { ...init, ...body && { body }, ...headers && { headers } });
}
