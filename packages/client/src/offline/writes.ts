/** The writes of the user, as the device keeps and shows them. */
import type { Left } from "./conflicts.ts";
import { addresses, type Kind, type Thing } from "./kinds.ts";

/** A write of the user, in the order of `key`. */
export interface Write {
  key: string;
  kind: Kind;
  id: string;
  method: "POST" | "PUT" | "DELETE";
  /** Below `/api`. */
  path: string;
  body?: Record<string, unknown>;
  /** The object as the user saw it when a change began. */
  base?: Record<string, unknown>;
  /** The fields that the screen shows until the answer comes, where they differ from `body`. */
  shown?: Record<string, unknown>;
  /** The version of the copy that the user saw; 0 for an object that was not sent yet. */
  saw: number;
  /** Whether it must replace that version and no other. */
  guarded: boolean;
}

/** A request that is on its way. It is repeated unchanged until its answer comes. */
export interface Request extends Write {
  idempotencyKey: string;
  /** The keys of the writes that it contains. */
  covers: string[];
  /** Whether an attempt without an answer may have arrived, before another device was faster. */
  isRepeated?: boolean;
  /** If it joins the user's fields with another device's: the former fields, and the questions. */
  joins?: Left & { body: Record<string, unknown> };
}

/**
 * The object as the user has written it; undefined when the user has deleted it. Without a copy, the
 * first change has what the user saw.
 */
export function shown(copy: Thing | undefined, writes: Write[]): Thing | undefined {
  return writes.reduce<Thing | undefined>(
    (thing, { id, kind, method, body, base, shown = body }) =>
      method === "DELETE" ? undefined : {
        ...(thing ?? base),
        ...shown,
        ...kind === "journal_entries" && moodAfter(thing, body),
        id,
      },
    copy,
  );
}

/** The mood of an entry and its source after a write, as the service will decide them. */
function moodAfter(entry: Thing | undefined, body: Record<string, unknown> = {}) {
  if ("mood" in body) return { mood_source: body.mood ? "author" : null };
  const isOutdated = entry?.mood_source === "analysis" && "content" in body &&
    body.content !== entry.content;
  return isOutdated ? { mood: null, mood_source: null } : {};
}

/** Whether a write changes no field, such as marking a notification as read. */
export const isAct = ({ shown }: Write): boolean => shown !== undefined;

/** Whether two states of an object have the same in the fields of a body. */
export const isSame = (body: object = {}, one: Thing, other: Thing | undefined): boolean =>
  Object.keys(body).every((name) => isEqual(one[name], other?.[name]));

/** The fields that differ from the values with which an edit began. */
export const changedIn = (fields: Record<string, unknown>, base: object) =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) =>
      !isEqual(value, (base as Record<string, unknown>)[name])
    ),
  );

/** Whether two values are alike. The service may answer the fields of an object in another order. */
export const isEqual = (a: unknown, b: unknown) => sorted(a) === sorted(b);

const sorted = (value: unknown) =>
  JSON.stringify(
    value,
    (_, each) =>
      isObject(each)
        ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => a < b ? -1 : 1))
        : each,
  );

const isObject = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The address of a write of this kind. @throws {TypeError} when the service has no such address */
export function pathOf(
  kind: Kind,
  method: Write["method"],
  thing: Record<string, unknown>,
): string {
  const path = addresses[kind]?.[method]?.(thing);
  if (!path) throw new TypeError(`${method} of ${kind} is not possible`);
  return path;
}
