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

/** The objects of a query, of all of their kind. */
export function select<K extends Kind>(
  objects: Kinds[K][],
  { where = {}, orderBy, direction = "ascending", limit }: Query<K> = {},
): Kinds[K][] {
  const wanted = Object.entries(where) as [keyof Kinds[K], unknown][];
  const found = wanted.length
    ? objects.filter((object) =>
      wanted.every(([name, value]) => (object[name] ?? null) === (value ?? null))
    )
    : objects;
  if (orderBy) {
    const sign = direction === "ascending" ? 1 : -1;
    found.sort((a, b) => {
      const [one, other] = [a[orderBy] ?? null, b[orderBy] ?? null];
      if (one === other) return 0;
      if (one === null || other === null) return one === null ? 1 : -1;
      return one < other ? -sign : sign;
    });
  }
  return found.slice(0, limit);
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
   */
  of<T>(name: string, read: () => T, version = this.version): T {
    const before = this.kept.get(name);
    if (before?.version === version) return before.value as T;
    const value = settled(before?.value, read()) as T;
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

const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);
