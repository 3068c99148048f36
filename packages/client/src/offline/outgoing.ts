/** The writes of the user become requests, and follow their answers. Loaded with the first exchange. */
import { baseOf, isChangeOnly } from "./fields.ts";
import type { Thing } from "./kinds.ts";
import { isAct, isEqual, isSame, type Request, type Write } from "./writes.ts";

/**
 * The body as it is sent. A new text of an entry takes the mood of its author along, which the
 * analysis of the text would replace otherwise.
 */
export function sentBody({ kind, method, body }: Write, copy: Thing | undefined) {
  const takesMood = kind === "journal_entries" && method === "PUT" && body && "content" in body &&
    !("mood" in body) && copy?.mood_source === "author";
  return takesMood ? { ...body, mood: copy.mood } : body;
}

/** Whether a write refers to an object that another write creates. */
const refersTo = ({ body = {} }: Write, { method, id }: Write) =>
  method === "POST" && Object.values(body).includes(id);

/** Whether a write has fields that a new object does not take. */
const isOnlyChange = ({ kind, body = {} }: Write) =>
  Object.keys(body).some((name) => isChangeOnly(kind, name));

/** Whether a write was made from the values of a request, which another window may not know. */
const isOnTop = ({ body = {}, base = {} }: Write, { body: written = {} }: Request) =>
  Object.keys(body).every((name) => !(name in written) || isEqual(base[name], written[name]));

/** The named fields of an object, without the fields of `others`. */
const fieldsOf = (object: object = {}, names: string[], others: object = {}) =>
  Object.fromEntries(
    Object.entries(object).filter(([name]) => names.includes(name) && !(name in others)),
  );

/**
 * The first request to send: the first write with all later ones of the same object, unless one of
 * them refers to an object that a write between them creates, has fields that a new object does not
 * take, or was made in another window that did not know of the others. Null when the writes cancel
 * each other out.
 */
export function nextRequest(writes: Write[]): { request: Request | null; covers: string[] } {
  const [first, ...rest] = writes;
  const request: Request = { ...first!, idempotencyKey: crypto.randomUUID(), covers: [first!.key] };
  if (isAct(request)) {
    const acts = withSameActs(request, rest);
    return { request: acts, covers: acts.covers };
  }
  const between: Write[] = [];
  for (const write of rest) {
    const isSame = write.kind === first!.kind && write.id === first!.id;
    if (!isSame || isAct(write)) {
      between.push(write);
      continue;
    }
    // A write behind a deletion is of a form that did not know of it.
    if (request.method === "DELETE") break;
    if (between.some((other) => refersTo(write, other))) break;
    if (request.method === "POST" && isOnlyChange(write)) break;
    if (!isOnTop(write, request)) break;
    request.covers.push(write.key);
    if (write.method === "DELETE") {
      if (first!.method === "POST") return { request: null, covers: request.covers };
      Object.assign(request, { body: undefined, base: undefined, ...write });
    } else {
      request.base = {
        ...write.base,
        ...request.base,
        // A window that has heard less has seen another value of another field.
        ...fieldsOf(write.base, Object.keys(write.body ?? {}), request.body),
      };
      request.body = { ...request.body, ...write.body };
      // The strictest condition is that of the earliest version.
      if (write.guarded) {
        request.saw = request.guarded ? Math.min(request.saw, write.saw) : write.saw;
        request.guarded = true;
      }
    }
  }
  return { request, covers: request.covers };
}

/**
 * The request with a condition that fails where the edit began from other values than the version
 * has: a window that has not heard of a write of another one, which then ended.
 */
export function based(request: Request, copy: Thing | undefined): Request {
  const { kind, method, guarded, saw, body = {}, base = {} } = request;
  if (method !== "PUT" || !guarded || copy?.version !== saw) return request;
  return isSame(body, base as Thing, baseOf(kind, body, copy) as Thing)
    ? request
    : { ...request, saw: 0 };
}

/** The ids that one act may name. */
const MAX_IDS = 100;

/** The act with the ids of the same acts that follow it. */
function withSameActs(request: Request, rest: Write[]): Request {
  const same = rest.filter((write) => isAct(write) && write.path === request.path)
    .slice(0, MAX_IDS - 1);
  const ids = [request, ...same].flatMap(({ body }) => body?.ids);
  return { ...request, body: { ids }, covers: [request, ...same].map(({ key }) => key) };
}

/**
 * The writes behind a request whose answer is `thing` take its version where they were made from
 * it; otherwise the service would refuse them as if another device had been faster. Returns the
 * changed writes.
 */
export function moveOn(request: Request, behind: Write[], thing: Thing): Write[] {
  const { version } = thing;
  if (version === undefined || request.method === "DELETE") return [];
  const isNew = request.method === "POST";
  const before = isNew ? 0 : request.guarded ? request.saw : version - 1;
  // Without a condition another device may have been between: a request that changed nothing raised
  // no version.
  const isUnbroken = isNew ? version === 1 : request.guarded && version === request.saw + 1;
  /** Values that the request has written, in the form in which the service stores them. */
  const stored = (base: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(base).map(([name, value]) => [
        name,
        isUnbroken && isEqual(value, request.body?.[name]) ? thing[name] : value,
      ]),
    );
  return behind
    .filter((write) => write.kind === request.kind && write.id === request.id)
    .filter((write) => write.saw === before || write.saw === request.saw)
    .filter((write) => isOnTop(write, request))
    .filter((write) => isUnbroken || write.method !== "DELETE" && isSeen(write, request, thing))
    .map((write) => ({ ...write, saw: version, base: write.base && stored(write.base) }));
}

/** Whether a write replaces only values that the user saw, or that the request has just written. */
const isSeen = ({ body = {}, base = {} }: Write, { body: written = {} }: Request, thing: Thing) =>
  Object.keys(body).every((name) =>
    isEqual(thing[name], name in written ? written[name] : base[name])
  );

/**
 * Whether the object already has the values of an unanswered request. A guarded request that changes
 * nothing has raised no version: another device has.
 */
export function isDone(
  { method, body = {}, base = {}, saw, guarded }: Request,
  thing: Thing,
): boolean {
  const values = Object.entries(body);
  const isRaised = () =>
    thing.version === saw + 1 && values.some(([name, value]) => !isEqual(base[name], value));
  return method === "PUT" && (!guarded || isRaised()) &&
    values.every(([name, value]) => isEqual(thing[name], value));
}

/**
 * The body without the notebook, team or organization that is gone, and then visible to its author
 * alone; undefined when the refusal is about something else. A time of writing that the service
 * refuses, because the device's clock is wrong, is left to the service.
 */
export function withoutGone(
  { body = {} }: Write,
  fields: { path: string }[],
): Record<string, unknown> | undefined {
  const names = ["notebook_id", "team_id", "org_id", "written_at"];
  const gone = names.filter((name) => body[name] && fields.some(({ path }) => path === name));
  if (!gone.length) return undefined;
  const left = { ...body };
  for (const name of gone) {
    delete left[name];
    if (name === "team_id" || name === "org_id") {
      delete left.metadata_visibility;
      delete left.content_visibility;
    }
  }
  return left;
}
