import type { Kind, Kinds } from "./kinds.ts";

/** The objects of a kind that a screen shows, and their order. */
export interface Query<K extends Kind> {
  /** Values that the objects have; null also stands for a value that is not there. */
  where?: Partial<Kinds[K]>;
  /** The field by which they are sorted; objects without it come last. */
  orderBy?: keyof Kinds[K] & string;
  direction?: "ascending" | "descending";
  /** The most that are wanted. */
  limit?: number;
}

const matches = <K extends Kind>(object: Kinds[K], { where = {} }: Query<K>): boolean =>
  (Object.entries(where) as [keyof Kinds[K], unknown][]).every(([name, value]) =>
    (object[name] ?? null) === (value ?? null)
  );

/** How two objects of a query are ordered, as `Array.sort` takes it. */
function order<K extends Kind>(
  a: Kinds[K],
  b: Kinds[K],
  { orderBy, direction = "ascending" }: Query<K>,
): number {
  if (!orderBy) return 0;
  const [one, other] = [a[orderBy] ?? null, b[orderBy] ?? null];
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return (one < other) === (direction === "ascending") ? -1 : 1;
}

/** The objects of a query, of all of their kind. */
export function select<K extends Kind>(objects: Kinds[K][], query: Query<K> = {}): Kinds[K][] {
  const found = query.where ? objects.filter((object) => matches(object, query)) : objects;
  if (query.orderBy) found.sort((a, b) => order(a, b, query));
  return found.slice(0, query.limit);
}

/**
 * The list that `select` has answered before, after changes of the objects with these ids: a new
 * list costs one search instead of all of `select`. Null when the query has a limit, because an
 * object outside of the list may move up.
 */
export function reselect<K extends Kind>(
  before: readonly Kinds[K][],
  ids: Iterable<string>,
  get: (id: string) => Kinds[K] | undefined,
  query: Query<K> = {},
): readonly Kinds[K][] | null {
  if (query.limit !== undefined) return null;
  let list = before;
  for (const id of ids) {
    const at = list.findIndex((each) => each.id === id);
    const old = list[at];
    const got = get(id);
    const now = got && matches(got, query) ? got : undefined;
    if (isSame(old, now)) continue;
    const next = [...list];
    if (old && now && order(old, now, query) === 0) next[at] = now;
    else {
      if (old) next.splice(at, 1);
      if (now) next.splice(placeOf(now, next, query), 0, now);
    }
    list = next;
  }
  return list;
}

/** Where an object belongs in an ordered list: behind all that come before it or are its equals. */
function placeOf<K extends Kind>(object: Kinds[K], list: Kinds[K][], query: Query<K>): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (order(list[middle]!, object, query) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many values are kept: more than a screen follows at once. */
const MOST = 1000;

/**
 * The values that screens follow. A value stays the same object until something in it changes,
 * which external stores of React and signals require.
 */
export class Snapshots {
  private readonly kept = new Map<string, { version: number; value: unknown }>();
  private version = 0;

  /** Something on the device has changed. */
  changed(): void {
    this.version++;
  }

  /**
   * The answer of `read`, or the former answer if it has the same content. `version` changes with
   * every change of the data that `read` uses; without it every change causes a new reading.
   * `change` may make the answer from the one of an earlier version; null: it has to be read.
   */
  of<T>(
    name: string,
    read: () => T,
    version = this.version,
    change?: (before: T, version: number) => T | null,
  ): T {
    const before = this.kept.get(name);
    if (before?.version === version) return before.value as T;
    const changed = before && change?.(before.value as T, before.version);
    const value = changed ?? settled(before?.value, read()) as T;
    // A map keeps the order of insertion: the value asked for last is forgotten last.
    this.kept.delete(name);
    this.kept.set(name, { version, value });
    if (this.kept.size > MOST) this.kept.delete(this.kept.keys().next().value!);
    return value;
  }
}

/** The former value where nothing differs; in a list, which is new, each former object that does not. */
function settled(before: unknown, now: unknown): unknown {
  if (!Array.isArray(now) || !Array.isArray(before)) return isSame(before, now) ? before : now;
  // Most of a long list stays at its place.
  const moved = before.filter((each, n) => each !== now[n]);
  const former = new Map(moved.map((each) => [each.id, each]));
  let isUnchanged = now.length === before.length;
  now.forEach((each, n) => {
    if (each === before[n]) return;
    const old = former.get(each.id);
    if (isSame(old, each)) now[n] = old;
    isUnchanged &&= now[n] === before[n];
  });
  return isUnchanged ? before : now;
}

const isSame = (a: unknown, b: unknown) =>
  a === b || a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b);
