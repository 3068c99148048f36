import type { Api } from "../api.ts";
import { isRefusal, JournalError } from "../errors.ts";
import type { Conflict } from "./conflicts.ts";
import { asking, leaving, remains } from "./questions.ts";
import { type Copies, copyKey, made, type Update, wrote } from "./copies.ts";
import { probe, pull } from "./fetching.ts";
import type { Outbox } from "./outbox.ts";
import { copyOf, isRecord, type Kind, type Thing, typeOf } from "./kinds.ts";
import { based, isDone, moveOn, nextRequest, sentBody, withoutGone } from "./outgoing.ts";
import { isAct, type Request, type Write } from "./writes.ts";

/**
 * How long (ms) the versions that a device has fetched hold without another look. A restore, which
 * takes longer, gives the same versions to other values.
 */
const VERSIONS_HOLD = 60_000;

/**
 * Sends what waits, but files, and fetches changes; answers whether it has fetched.
 *
 * @param fetchedAt the time of the last fetch
 * @param isFollowed this device hears of changes of others: after writes that have changed nothing
 * else there is nothing to fetch
 * @throws {JournalError} when it has to be tried again later
 */
export async function exchange(
  api: Api,
  kept: Copies,
  outbox: Outbox,
  { pageSize, fetchedAt, isFollowed }: { pageSize: number; fetchedAt: number; isFollowed: boolean },
): Promise<boolean> {
  const isLate = Math.abs(Date.now() - fetchedAt) > VERSIONS_HOLD;
  if (isLate && kept.outbox.some(({ guarded }) => guarded)) await probe(api, kept);
  // The first sync names no deletions, so nothing may be deleted before it.
  if (!kept.cursor) {
    await pull(api, kept, pageSize);
    if (!kept.outbox.length && !kept.sends.length) return true;
  }
  let failure: unknown;
  try {
    const isKnown = await push(api, kept);
    const sent = await outbox.send(kept, "words");
    if (isKnown && !sent && isFollowed && !isLate) {
      await kept.keep(() => [["synced", new Date().toISOString()]]);
      return false;
    }
  } catch (error) {
    failure = error;
  }
  // A write at which the service fails again and again holds up no change of others.
  if (failure && !isFault(failure)) throw failure;
  await pull(api, kept, pageSize);
  if (failure) throw failure;
  return true;
}

/** Whether the service has answered, and failed at this request. */
const isFault = (error: unknown) => error instanceof JournalError && error.status >= 500;

/**
 * Sends the user's writes, in order. Answers whether there were some, and their answers have all
 * that they have changed.
 *
 * @throws {JournalError} when the rest has to be sent later
 */
async function push(api: Api, kept: Copies): Promise<boolean> {
  let isKnown = kept.outbox.length > 0;
  /** The request that an answer has left to send, such as a joined one. */
  let left: Request | undefined;
  while (kept.outbox.length > 0) {
    let request: Request | null | undefined = kept.sending;
    const isRepeated = request !== undefined && (request !== left || request.isRepeated === true);
    if (!request) {
      const next = nextRequest(kept.outbox);
      request = next.request && based(next.request, kept.copy(next.request.kind, next.request.id));
      // Kept before it is sent: if its answer is lost, it is repeated unchanged.
      if (request) await kept.keep(() => [["sending", request]]);
      else await kept.keep(() => done(next));
    }
    if (request) isKnown = await deliver(api, kept, request, isRepeated) && isKnown;
    left = kept.sending;
  }
  return isKnown;
}

/** Answers whether the answer has all that the request has changed. */
async function deliver(
  api: Api,
  kept: Copies,
  request: Request,
  isRepeated: boolean,
): Promise<boolean> {
  const copy = kept.copy(request.kind, request.id);
  if (request.method === "PUT" && isRecord(copy)) {
    await ask(kept, request, copy);
    return false;
  }
  try {
    let change: string | null = null;
    const thing = await send(api, kept, request, isRepeated, (headers) => {
      change = headers.get("sync-change");
    });
    if (isAct(request)) {
      await acted(kept, request);
      return false;
    }
    const own = isOf(request, change) ? change : null;
    await settle(kept, request, request.method === "DELETE" ? undefined : thing, own);
    return own !== null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await refused(api, kept, request, error, isRepeated);
    return false;
  }
}

/** Whether a change, as the service names it, is one of the object of a request. */
const isOf = ({ kind, id }: Request, change: string | null) =>
  change?.startsWith(`${typeOf(kind)} ${id} `) === true;

/** The object of the answer becomes the copy in the step in which the request leaves the outbox. */
async function settle(
  kept: Copies,
  request: Request,
  thing: Thing | undefined,
  change: string | null = null,
): Promise<void> {
  const { kind, id, covers, joins } = request;
  const { rejoining } = joins && thing ? await import("./joining.ts") : {};
  await kept.keep(() => {
    const behind = kept.outbox.filter(({ key }) => !covers.includes(key));
    const moved = thing && !joins ? moveOn(request, behind, thing) : [];
    return [
      ...done(request),
      ...(joins ? leaving(kept, joins, thing) : []),
      ...(thing ? [wrote(thing)] : []),
      ...(change ? [made(change)] : []),
      ...moved.map((write): Update => [`outbox/${write.key}`, write]),
      ...rejoining?.(
        kept,
        behind.filter((write) => write.kind === kind && write.id === id),
        thing!,
      ) ??
        [],
      [copyKey(kind, id), thing],
    ];
  });
}

/** The answer to an act has no object: the copies become the objects on the screen. */
async function acted(kept: Copies, request: Request): Promise<void> {
  await kept.keep(() => {
    const writes = kept.outbox.filter(({ key }) => request.covers.includes(key));
    const copies = writes.flatMap(({ kind, id, shown }): Update[] => {
      const copy = kept.copy(kind, id);
      return copy ? [[copyKey(kind, id), { ...copy, ...shown }]] : [];
    });
    return [...done(request), ...copies];
  });
}

/**
 * Answers the object as it is now. A change that may have arrived before is not made a second time:
 * another device may have replaced it since.
 */
function send(
  api: Api,
  kept: Copies,
  request: Request,
  isRepeated: boolean,
  answered: (headers: Headers) => void,
): Promise<Thing | undefined> {
  const { kind, id, method, path, guarded, saw, idempotencyKey } = request;
  const isOnce = isRepeated && method === "PUT" && saw > 0;
  const headers = {
    ...((guarded || isOnce) && { "If-Match": `"${saw}"` }),
    // The id of a new object makes its repetition safe, without the work of a key.
    ...(method === "POST" && { "Idempotency-Key": request.body?.id ? "" : idempotencyKey }),
  };
  const body = sentBody(request, kept.copy(kind, id));
  return call(api, kind, method, path, { headers, body, answered });
}

async function call(
  api: Api,
  kind: Kind,
  method: Write["method"] | "GET",
  path: string,
  init: object = {},
): Promise<Thing | undefined> {
  const send = api[method.toLowerCase() as keyof Api] as unknown as (
    path: string,
    init: object,
  ) => Promise<Record<string, Thing> | undefined>;
  const [thing] = Object.values(await send(`/api${path}`, init) ?? {});
  return thing && copyOf(kind, thing);
}

/** The object at an address; undefined when it is gone. */
const read = (api: Api, { kind, path }: Request): Promise<Thing | undefined> =>
  call(api, kind, "GET", path).catch((error) => {
    if (isRefusal(error)) return undefined;
    throw error;
  });

async function refused(
  api: Api,
  kept: Copies,
  request: Request,
  error: JournalError,
  isRepeated: boolean,
): Promise<void> {
  const { method } = request;
  const { status, code, message, fields } = error;
  const body = status === 400 ? withoutGone(request, fields) : undefined;
  if (body && method === "PUT" && !Object.keys(body).length) {
    return await settle(kept, request, await read(api, request));
  }
  if (body) {
    const idempotencyKey = crypto.randomUUID();
    return await kept.keep(() => [["sending", { ...request, body, idempotencyKey }]]);
  }
  const isGone = status === 404 || status === 410;
  if (isGone && (method !== "PUT" || !request.guarded)) {
    return await settle(kept, request, undefined);
  }
  const theirs = isGone || method === "POST" ? undefined : await read(api, request);
  if (theirs && isDone(request, theirs)) return await settle(kept, request, theirs);
  const isSealed = isRecord(theirs);
  if (theirs && status === 412 && !isSealed) return await join(kept, request, theirs, isRepeated);
  const isConflict = status === 412 || isGone || isSealed;
  await ask(kept, request, theirs, isConflict ? null : { code, message });
}

/** Leaves an edit to the user, such as an open edit of an entry that is a record by now. */
async function ask(
  kept: Copies,
  request: Request,
  theirs: Thing | undefined,
  refusal: Conflict["refusal"] = null,
): Promise<void> {
  const { kind, id, method } = request;
  await kept.keep(() => {
    const conflict = {
      kind,
      id,
      mine: (request.joins ?? request).body ?? {},
      before: seen(kept, request) ?? null,
      theirs: theirs ?? null,
      refusal,
      joined: {},
    };
    return [
      ...done(request),
      ...(method === "DELETE" ? [] : [asking(kept, conflict as Conflict)]),
      ...(theirs ? [[copyKey(kind, id), theirs] satisfies Update] : []),
      ...remains(theirs),
    ];
  });
}

/** The object as the user saw it when the edit began. */
function seen(kept: Copies, { kind, id, base }: Request): Thing | undefined {
  const copy = kept.copy(kind, id);
  return copy || base ? { ...copy, ...base, id } : undefined;
}

/**
 * Joins a write with the edit of another device that was faster, and sends the result. The user
 * decides only on changes that cannot be joined.
 */
async function join(
  kept: Copies,
  request: Request,
  theirs: Thing,
  mayBeStored: boolean,
): Promise<void> {
  const { kind, id, method, base = {} } = request;
  if (method === "DELETE") return await settle(kept, request, theirs);
  const { joining } = await import("./joining.ts");
  const own = request.joins?.body ?? request.body ?? {};
  const { body, ...left } = joining(kept, { kind, id, base, body: own }, theirs, {
    mayBeStored,
  });
  const next: Request = {
    ...request,
    body,
    saw: theirs.version ?? 0,
    guarded: true,
    isRepeated: mayBeStored,
    joins: { body: own, ...left },
  };
  if (!Object.keys(body).length) return await settle(kept, next, theirs);
  await kept.keep(() => [["sending", next], [copyKey(kind, id), theirs]]);
}

/** The updates that remove the writes of a request from the outbox. */
const done = ({ covers }: Pick<Request, "covers">): Update[] => [
  ...covers.map((key): Update => [`outbox/${key}`, undefined]),
  ["sending", undefined],
];
