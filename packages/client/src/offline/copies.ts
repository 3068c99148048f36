import type { Answer } from "../api.ts";
import { JournalError } from "../errors.ts";
import type { Conflict, Joined } from "./conflicts.ts";
import { isRecord, type Kind, kinds, type Thing } from "./kinds.ts";
import type { Send } from "./sends.ts";
import type { Change as Stored, DeviceStorage } from "./storage.ts";
import { type Change, Touched } from "./touched.ts";
import type { Request, Write } from "./writes.ts";

type Key =
  | `copy/${Kind}/${string}`
  | `outbox/${string}`
  | `conflict/${string}`
  | `joined/${string}`
  | `send/${string}`
  | `sealed/${string}`
  | "cursor"
  | "seen"
  | "whole"
  | "synced"
  | "remains"
  | "sending"
  | "wrote";

/** A value to keep, or undefined to forget it. */
export type Update = [key: Key, value: unknown];

/** The copies are not open, or not any more. */
export const notOpen = () => new JournalError(401, "unauthorized", "Sign in first");

/** How the keys of all that `sealed/client` keeps of a user begin; signing out clears it, too. */
export const sealedPrefix = (userId: string): string => `sealed ${userId}`;

export const copyKey = (kind: Kind, id: string): Key => `copy/${kind}/${id}`;

/** The place of a key, and the rest of it. */
function parted(key: Key): [place: string, rest: string] {
  const slash = key.lastIndexOf("/");
  return [key.slice(0, Math.max(slash, 0)), key.slice(slash + 1)];
}

/** Tells the other windows which change of the service's log this one has made. */
export const made = (change: string): Update => ["wrote", change];

/** Tells the other windows which version this one has written. */
export const wrote = (thing: Thing): Update => ["wrote", versionOf(thing)];
const versionOf = ({ id, version }: Thing) => `${id} ${version}`;

/** How often (ms) former texts are erased, for which a storage writes all values anew. */
const ERASE_EVERY = 10_000;

/** Tells the other tabs to read the storage. */
const MANY = "many";

/** Counts the changes of all copies, so that no two have the same number. */
let change = 0;

/**
 * The data that the device keeps for a user, in memory and in its storage. Other tabs of the origin
 * hear of every change.
 */
export class Copies {
  /** The values by the part of their key before its last slash, then by the rest. */
  private readonly places = new Map<string, Map<string, unknown>>();
  /** The number of the last change in each place. */
  private readonly changes = new Map<string, number>();
  private readonly opened = ++change;
  readonly touched = new Touched(this.opened);
  private last = 0;
  private applied = 0;
  /** The end of the present write to the storage and of the writes behind it. */
  private keeping: Promise<unknown> = Promise.resolve();
  /** The versions of objects, and the changes, that this program has written, in any window. */
  private readonly own = new Set<unknown>();
  /** The keys of the writes that have left the outbox; no key comes a second time. */
  private readonly gone = new Set<Key>();
  /** Nothing is kept any more, not even the writes that have begun. */
  isClosed = false;
  private isCleared = false;
  private erasedAt = 0;
  private readonly prefix: string;
  private readonly tab = crypto.randomUUID().slice(0, 8);
  private readonly channel: BroadcastChannel | undefined;

  private constructor(
    private readonly storage: DeviceStorage,
    readonly userId: string,
    private readonly changed: () => void,
  ) {
    this.prefix = `${userId}/`;
    // React Native has no tabs.
    if (typeof BroadcastChannel === "undefined") return;
    this.channel = new BroadcastChannel(`journal copies of ${userId} in ${storage.name}`);
    // Null: the user has signed out.
    this.channel.onmessage = ({ data }) => {
      if (data === null) this.end();
      else if (data === MANY) this.load().catch(() => {});
      else this.hear(data);
    };
  }

  static async open(
    storage: DeviceStorage,
    userId: string,
    changed: () => void,
  ): Promise<Copies> {
    const copies = new Copies(storage, userId, changed);
    await copies.load();
    return copies;
  }

  close(): void {
    this.isClosed = true;
    this.channel?.close();
  }

  /** The user has signed out. */
  private end(): void {
    this.close();
    this.isCleared = true;
    this.places.clear();
    this.changed();
  }

  /** Reads the storage again, because another tab may have written it; without tabs once. */
  async load(): Promise<void> {
    if (this.applied && !this.channel) return;
    let values, before;
    do {
      before = this.applied;
      values = await this.storage.read(this.prefix);
      // The reading may lack writes that this or another tab made meanwhile.
    } while (before !== this.applied);
    const keyOf = (stored: string) => stored.slice(this.prefix.length) as Key;
    const stored = values.map(([key, value]): Update => [keyOf(key), value]);
    if (!this.applied) return this.apply(stored);
    const kept = new Set(stored.map(([key]) => key));
    const gone = [...this.keys()].filter((key) => !kept.has(key));
    // The objects of a storage that answers the same ones again have not changed.
    const changed = stored.filter(([key, value]) => this.value(key) !== value);
    this.apply([...gone.map((key): Update => [key, undefined]), ...changed]);
  }

  /**
   * Keeps all of the updates or, when it fails, none. The updates are made after the earlier ones
   * are kept, so that they follow from the data that the device keeps then.
   */
  keep(updates: () => Update[]): Promise<void> {
    const kept = this.keeping.then(() => this.keepNext(updates));
    this.keeping = kept.catch(() => {});
    return kept;
  }

  private async keepNext(make: () => Update[]): Promise<void> {
    if (this.isClosed) throw notOpen();
    const updates = make();
    if (!updates.length) return;
    const changes = updates.map(([key, value]): Stored => [this.prefix + key, value]);
    await this.storage.write(changes);
    // Another window has signed out meanwhile, and nothing may stay.
    if (this.isCleared) {
      await this.clearStorage();
      throw notOpen();
    }
    this.apply(updates);
    // To copy many values costs more than to read them, and mostly there is no other tab.
    if (!this.isClosed) this.channel?.postMessage(updates.length > 100 ? MANY : updates);
  }

  /** Erases from the storage what remains of open texts of entries that are sealed by now. */
  async erase(): Promise<void> {
    if (!this.place("").has("remains") || Date.now() - this.erasedAt < ERASE_EVERY) return;
    this.erasedAt = Date.now();
    await this.storage.write([[`${this.prefix}remains`, undefined]], true);
    this.apply([["remains", undefined]]);
  }

  /** Forgets everything of the user, in all tabs. */
  async clear(): Promise<void> {
    if (!this.isClosed) this.channel?.postMessage(null);
    this.isClosed = true;
    // The present write ends first.
    await this.keeping;
    await this.clearStorage();
    this.end();
  }

  private async clearStorage(): Promise<void> {
    for (const prefix of [this.prefix, sealedPrefix(this.userId)]) {
      if (this.storage.clear) await this.storage.clear(prefix);
      else {
        const values = await this.storage.read(prefix);
        await this.storage.write(values.map(([key]): Stored => [key, undefined]));
      }
    }
  }

  /**
   * A message may be older than what this window has read since: a sent write does not come back, and
   * the request on its way is read where it is sent.
   */
  private hear(updates: Update[]): void {
    const versionAt = (value: unknown) => (value as Partial<Thing> | undefined)?.version ?? 0;
    this.apply(
      updates.filter(([key, value]) =>
        key !== "sending" && !(value !== undefined && this.gone.has(key)) &&
        (value === undefined || versionAt(value) >= versionAt(this.value(key)))
      ),
    );
  }

  private apply(updates: Update[]): void {
    this.applied++;
    let name, place: Map<string, unknown> | undefined;
    for (const [key, value] of updates) {
      const [own, rest] = parted(key);
      if (key === "wrote") this.own.add(value);
      // Most are of the place of the one before.
      if (own !== name || !place) {
        place = this.place(name = own);
        this.changes.set(own, ++change);
      }
      if (own === "outbox") {
        const write = (value ?? place.get(rest)) as Write | undefined;
        if (write) this.touched.add(write.kind, write.id, change);
      } else if (own.startsWith("copy/")) {
        this.touched.add(own.slice("copy/".length) as Kind, rest, change);
      }
      if (value === undefined) {
        if (own === "outbox" && this.channel) this.gone.add(key);
        place.delete(rest);
      } else {
        // The object's own text of its id, so that memory does not hold the key as well.
        const { id } = value as Partial<Thing>;
        place.set(id === rest ? id : rest, value);
      }
    }
    if (updates.length) this.changed();
  }

  private *keys(): Generator<Key> {
    for (const [name, place] of this.places) {
      for (const rest of place.keys()) yield (name ? `${name}/${rest}` : rest) as Key;
    }
  }
  private value(key: Key): unknown {
    const [name, rest] = parted(key);
    return this.places.get(name)?.get(rest);
  }

  private place<T>(name: string): Map<string, T> {
    if (!this.places.has(name)) this.places.set(name, new Map());
    return this.places.get(name) as Map<string, T>;
  }

  /** A key behind those of all writes. */
  newKey(): string {
    const behind = [this.outbox.at(-1), this.sends.at(-1)].map((each) =>
      Number(each?.key.slice(0, 15) ?? 0)
    );
    this.last = Math.max(Date.now(), this.last + 1, ...behind.map((each) => each + 1));
    return `${String(this.last).padStart(15, "0")}-${this.tab}`;
  }

  get outbox(): Write[] {
    return this.inOrder<Write>("outbox");
  }
  /** The items of the outbox that wait to be sent or were refused, without writes of objects. */
  get sends(): Send[] {
    return this.inOrder<Send>("send");
  }
  private inOrder<T extends { key: string }>(place: string): T[] {
    return [...this.place<T>(place).values()].sort((a, b) => a.key < b.key ? -1 : 1);
  }
  get conflicts(): Conflict[] {
    return Array.from(this.place<Conflict>("conflict").values(), (conflict) => {
      const now = this.copy(conflict.kind, conflict.id);
      if (!isRecord(now) && !isRecord(conflict.theirs)) return conflict;
      // The entry was sealed, or has left its sealed notebook since.
      const mine = { ...conflict.joined, ...conflict.mine };
      return { ...conflict, mine, joined: {}, theirs: now ?? null } as Conflict;
    });
  }
  get joined(): Joined[] {
    return [...this.place<Joined>("joined").values()];
  }
  /** Whether this program has written an object as it is, in this window or another one. */
  hasWritten(thing: Thing): boolean {
    return this.own.has(versionOf(thing));
  }
  conflict(id: string): Conflict | undefined {
    return this.place<Conflict>("conflict").get(id);
  }
  get cursor(): string | undefined {
    return this.place<string>("").get("cursor");
  }
  /** Whether a change, as messages name it, has been fetched, or was made by this program. */
  hasSeen({ type, id, position }: Change): boolean {
    if (this.own.has(`${type} ${id} ${position}`)) return true;
    const seen = this.place<Answer<"/api/sync", "get">["seen"]>("").get("seen");
    return seen !== undefined && position < seen.before && !seen.without.includes(position);
  }
  /** Whether everything of the user has been fetched once. */
  get isWhole(): boolean {
    return this.place<true>("").has("whole");
  }
  /** When the last sync had sent everything except files, and fetched everything. */
  get synced(): string | undefined {
    return this.place<string>("").get("synced");
  }
  /** Whether a notebook is sealed, or was when this device has seen it: that is for good. */
  isSealed(id: unknown): boolean {
    return typeof id === "string" &&
      (this.place("sealed").has(id) || this.copy("notebooks", id)?.is_sealed === true);
  }
  /** The request whose answer has not come yet. */
  get sending(): Request | undefined {
    return this.place<Request>("").get("sending");
  }
  copy(kind: Kind, id: string): Thing | undefined {
    return this.place<Thing>(`copy/${kind}`).get(id);
  }
  all(kind: Kind): ReadonlyMap<string, Thing> {
    return this.place<Thing>(`copy/${kind}`);
  }
  /** The kinds of objects that a later version of the client has kept, or will show. */
  get unknownKinds(): Kind[] {
    return [...this.places.keys()].filter((place) => place.startsWith("copy/"))
      .map((place) => place.slice("copy/".length) as Kind)
      .filter((kind) => !kinds.includes(kind));
  }
  /** A number that grows with each change of an object of the kind or of a write. */
  version(kind: Kind): number {
    const of = (place: string) => this.changes.get(place) ?? 0;
    return Math.max(this.opened, of(`copy/${kind}`), of("outbox"));
  }

  /**
   * The updates that forget all copies and where the last sync ended. A restored database gives its
   * versions to other values, so waiting changes are compared with the stored object.
   */
  forgetting(): Update[] {
    const ofKind = (kind: Kind) =>
      [...this.all(kind).keys()].map((id): Update => [copyKey(kind, id), undefined]);
    const { outbox, sending } = this;
    // It may have arrived, and another device may have replaced it before the restore.
    const guarded = sending?.guarded || sending?.method === "PUT" && sending.saw > 0;
    return [
      ...[...kinds, ...this.unknownKinds].flatMap(ofKind),
      ...outbox.map((write): Update => [`outbox/${write.key}`, { ...write, saw: 0 }]),
      ...(sending ? [["sending", { ...sending, guarded, saw: 0 }] satisfies Update] : []),
      ...(["cursor", "seen", "whole"] as const).map((place): Update => [place, undefined]),
      ["remains", true], // An entry may come again sealed.
    ];
  }
}
