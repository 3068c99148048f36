import type { Api } from "../api.ts";
import type { Conflict, Joined } from "./conflicts.ts";
import { Copies, notOpen, type Update } from "./copies.ts";
import {
  addresses,
  type Changeable,
  type Creatable,
  type Kind,
  type Kinds,
  type Removable,
  type Thing,
} from "./kinds.ts";
import { again, Outbox } from "./outbox.ts";
import type { DeviceStorage } from "./storage.ts";
import { type Query, select, Snapshots } from "./snapshots.ts";
import { pendingOf, type SyncStatus } from "./status.ts";
import { changedIn, isSame, pathOf, shown, type Write } from "./writes.ts";
import { waiting } from "./waiting.ts";
import { Exchange } from "./exchange.ts";

/** The key of the user whose copies the device shows without a network. */
const LAST_USER = "user";

type Fields<K extends Kind> = Partial<Omit<Kinds[K], "id" | "version">>;

/**
 * The signed-in user's own objects on a device: copies of the service's answers, with the user's
 * unsent writes on top. Works without a network; `sync` sends and fetches with one.
 */
export class Offline {
  private copies: Copies | null = null;
  private readonly listeners = new Set<() => void>();
  private opening: Promise<unknown> = Promise.resolve();
  private readonly snapshots = new Snapshots();
  /** The keys of the conflicts that are being answered. */
  private readonly deciding = new Set<string>();
  /** The user's acts beside writing objects. */
  readonly outbox: Outbox;
  private readonly exchange: Exchange;

  constructor(
    apiOf: (userId: string, progress?: (share: number) => void) => Api,
    private readonly storage: DeviceStorage,
    pageSize = 1000,
  ) {
    this.outbox = new Outbox(
      () => this.copies,
      storage,
      apiOf,
      this.snapshots,
      () => this.tell(),
    );
    this.exchange = new Exchange({
      opened: () => this.copies,
      outbox: this.outbox,
      storage,
      apiOf,
      pageSize,
      tell: () => this.tell(),
      forget: (kept) => this.forget(kept),
    });
  }

  /**
   * Shows the copies of a user; without an id those of the last user, such as at a start without a
   * network. Returns the user's id, or null when the device keeps nothing.
   */
  open(userId?: string): Promise<string | null> {
    const opened = this.opening.then(() => this.openNext(userId));
    this.opening = opened.catch(() => {});
    return opened;
  }

  private async openNext(userId?: string): Promise<string | null> {
    const [[, last] = []] = userId ? [] : await this.storage.read(LAST_USER);
    const id = userId ?? last as string | undefined ?? null;
    if (id === this.userId) return id;
    // While the copies of a user are read, nothing is written to those of another.
    this.close();
    this.copies = id ? await Copies.open(this.storage, id, () => this.tell()) : null;
    if (userId) await this.storage.write([[LAST_USER, userId]]);
    this.tell();
    return id;
  }

  get userId(): string | null {
    return this.copies?.userId ?? null;
  }

  /** Calls back after every change of the data on the device. Returns a function that ends this. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private tell(): void {
    // Another tab has signed out.
    if (this.copies?.isClosed) this.copies = null;
    this.snapshots.changed();
    this.outbox.changed();
    for (const listener of this.listeners) listener();
  }

  private get kept(): Copies {
    if (!this.copies) throw notOpen();
    return this.copies;
  }

  /** An object as the user last wrote it. */
  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    const outbox = this.copies?.outbox.filter((write) => write.kind === kind) ?? [];
    return this.shown(kind, id, outbox);
  }

  /** All objects of a kind as the user last wrote them, in no certain order. */
  list<K extends Kind>(kind: K): Kinds[K][] {
    if (!this.copies) return [];
    const copies = this.copies.all(kind) as ReadonlyMap<string, Kinds[K]>;
    const outbox = this.copies.outbox.filter((write) => write.kind === kind);
    if (!outbox.length) return [...copies.values()];
    const things = new Map(copies);
    for (const { id } of outbox) {
      const thing = this.shown(kind, id, outbox);
      if (thing) things.set(id, thing);
      else things.delete(id);
    }
    return [...things.values()];
  }

  /**
   * The objects of a query as the user last wrote them. The list, and each object in it, stays the
   * same until it changes, so that with `subscribe` it is a store for `useSyncExternalStore`.
   */
  snapshot<K extends Kind>(kind: K, query?: Query<K>): readonly Kinds[K][] {
    return this.snapshots.of(
      `${this.userId}/${kind} ${JSON.stringify(query)}`,
      () => select(this.list(kind), query),
      this.copies?.version(kind),
    );
  }

  /** An object as `get` returns it; it stays the same until it changes. */
  snapshotOf<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    return this.snapshots.of(
      `${this.userId}/${kind}/${id}`,
      () => this.get(kind, id),
      this.copies?.version(kind),
    );
  }

  private shown<K extends Kind>(kind: K, id: string, outbox: Write[]): Kinds[K] | undefined {
    const own = outbox.filter((write) => write.id === id);
    return shown(this.copies?.copy(kind, id), own) as Kinds[K] | undefined;
  }

  /** The signed-in user's profile. */
  get profile(): Kinds["profile"] | undefined {
    return this.userId ? this.get("profile", this.userId) : undefined;
  }

  /** Whether the copies are complete: false until the first sync has fetched everything. */
  get isWhole(): boolean {
    return this.copies?.isWhole ?? false;
  }

  /** The number of items that wait to be sent, without refused ones. */
  get pending(): number {
    const sends = this.copies?.sends.filter(({ refusal }) => !refusal) ?? [];
    return (this.copies?.outbox.length ?? 0) + sends.length;
  }

  /**
   * The last sync, its error, and the unsent objects, for a screen or for support. The answer stays
   * the same object until something in it changes.
   */
  status(): SyncStatus {
    return this.snapshots.of(`${this.userId}/status`, () => ({
      isSyncing: this.exchange.isRunning,
      lastSync: this.copies?.synced ?? null,
      lastError: this.exchange.lastError(this.userId),
      isWhole: this.isWhole,
      pending: pendingOf(this.copies?.outbox ?? [], this.outbox.waiting),
      refused: this.outbox.waiting.filter(({ refusal }) => refusal).length,
      conflicts: this.conflicts.length,
    }));
  }

  /** Edits for the user to decide: another device was faster, or the service refuses them. */
  get conflicts(): readonly Conflict[] {
    return this.snapshots.of(`${this.userId}/conflicts`, () => this.copies?.conflicts ?? []);
  }

  /** Edits that were joined with edits made elsewhere, until the user has seen them. */
  get joined(): Joined[] {
    return this.copies?.joined ?? [];
  }

  /** Forgets a joined edit, which the user has seen. */
  async forgetJoined(id: string): Promise<void> {
    await this.kept.keep(() => [[`joined/${id}`, undefined]]);
  }

  /**
   * Creates an object; answers its final id. A program that gives the id finds by `get` whether an
   * attempt before has created the object already.
   */
  create<K extends Creatable>(kind: K, fields: Fields<K>, id?: string): Promise<string> {
    return this.createWith(kind, fields, id);
  }

  private async createWith(
    kind: Kind,
    fields: object,
    id: string = crypto.randomUUID(),
    more?: () => Update[],
  ): Promise<string> {
    const body = { id, written_at: new Date().toISOString(), ...fields };
    await this.write(kind, id, "POST", { body, path: pathOf(kind, "POST", body), saw: 0 }, more);
    return id;
  }

  /**
   * Changes fields of an object. `base` has the values from which the edit began: fields that do
   * not differ from it stay as they are now. An entry is joined with the edits made elsewhere
   * meanwhile; of other objects the last device wins in a field, unless `guarded` says otherwise.
   */
  async update<K extends Changeable>(
    kind: K,
    id: string,
    fields: Fields<K>,
    options: { guarded?: boolean; base?: Fields<K> } = {},
  ): Promise<void> {
    await this.change(kind, id, { ...fields }, options);
  }

  private async change(
    kind: Changeable,
    id: string,
    fields: Record<string, unknown>,
    { guarded, base }: { guarded?: boolean; base?: object },
    more: Update[] = [],
  ): Promise<void> {
    const body = base ? changedIn(fields, base) : fields;
    guarded ??= addresses[kind].guarded?.some((name) => name in body) ?? false;
    const now = this.get(kind, id) as Thing | undefined;
    if (base && !Object.keys(body).length) return await this.kept.keep(() => more);
    if (!base || !guarded || !now || isSame(body, base as Thing, now)) {
      const seen = base && !now ? { base: { ...base } } : {};
      return await this.write(kind, id, "PUT", { body, guarded, ...seen }, () => more);
    }
    const { kept } = this;
    const { joining } = await import("./joining.ts");
    if (this.copies !== kept) throw notOpen();
    // A sync may have fetched meanwhile.
    const stored = (this.get(kind, id) as Thing | undefined) ?? now;
    const isFromHere = kept.outbox.some((write) => write.id === id);
    const edit = { kind, id, base: { ...now, ...base }, body };
    const { body: rest, ...left } = joining(kept, edit, stored, { isFromHere });
    const also = () => [...more, ...kept.leaving(left, { ...stored, ...rest })];
    if (!Object.keys(rest).length) await kept.keep(also);
    else await this.write(kind, id, "PUT", { body: rest, guarded }, also);
  }

  /** Deletes an object. `guarded`: only the version that the user saw. */
  async remove(kind: Removable, id: string, { guarded = false } = {}): Promise<void> {
    const moot = () =>
      this.conflicts.filter((each) => each.id === id)
        .map(({ key = id }): Update => [`conflict/${key}`, undefined]);
    await this.write(kind, id, "DELETE", { guarded }, moot);
    await this.outbox.forget(this.outbox.about(id));
  }

  /** Marks notifications as read. */
  async read(ids: string[]): Promise<void> {
    const shown = { read_at: new Date().toISOString() };
    const path = "/notifications/read";
    const act = { kind: "notifications", method: "POST", path, shown } as const;
    const makes = ids.map((id) =>
      waiting(this.kept, () => this.get(act.kind, id), { ...act, id, body: { ids: [id] } })
    );
    await this.kept.keep(() => makes.map((make) => make()));
  }

  private async write(
    kind: Kind,
    id: string,
    method: Write["method"],
    write: Partial<Write>,
    more: () => Update[] = () => [],
  ): Promise<void> {
    const make = waiting(this.kept, () => this.get(kind, id), { ...write, kind, id, method });
    await this.kept.keep(() => [make(), ...more()]);
  }

  /**
   * Answers a conflict. `mine` writes the user's fields over the stored ones, or creates the object
   * anew if it was deleted. `theirs` writes only the `joined` ones of them. `both` keeps the stored
   * object and creates another one from the user's fields. If the entry is gone, the items of the
   * outbox that refer to it move to the new entry or are forgotten.
   */
  async resolve<K extends Kind>(
    { kind, id, key = id, mine, before, theirs, joined }: Conflict<K>,
    answer: "mine" | "theirs" | "both",
  ): Promise<void> {
    const { kept } = this;
    // A second tap.
    if (this.deciding.has(key) || !kept.conflict(key)) return;
    this.deciding.add(key);
    try {
      await this.decide({ kind, id, mine, before, theirs, joined }, key, answer, kept);
    } finally {
      this.deciding.delete(key);
    }
  }

  private async decide<K extends Kind>(
    { kind, id, mine, before, theirs, joined }: Omit<Conflict<K>, "refusal">,
    key: string,
    answer: "mine" | "theirs" | "both",
    kept: Copies,
  ): Promise<void> {
    // In one step with the write, so that the write is not made twice and the next conflict is not
    // forgotten.
    const decided: Update = [`conflict/${key}`, undefined];
    const about = () => theirs ? [] : this.outbox.about(id);
    if (theirs && answer !== "both") {
      const fields = answer === "mine" ? mine : joined;
      const guards = { guarded: true, base: theirs };
      await this.change(kind as Changeable, id, { ...fields }, guards, [decided]);
    } else if (answer === "theirs") {
      await kept.keep(() => [decided]);
      await this.outbox.forget(about());
    } else {
      const { creatable } = await import("./created.ts");
      if (this.copies !== kept) throw notOpen();
      const thing: Record<string, unknown> = { ...before, ...theirs };
      // The mood that the analysis found belongs to another text.
      if (thing.mood_source === "analysis") delete thing.mood;
      const anew = crypto.randomUUID();
      await this.createWith(kind, creatable(kind, { ...thing, ...mine }), anew, () => [
        decided,
        ...about().map((send) => again(send, { entry_id: anew })),
      ]);
    }
  }

  /**
   * Sends the user's writes and fetches changes. Files are sent last, so that they hold up nothing
   * else. One sync runs at a time, in one of the tabs; a call during a sync begins another one
   * after it. `fetched` is called when the copies are up to date, before the files are sent.
   *
   * @throws {JournalError} when it has to be tried again later; nothing is lost
   */
  sync(fetched?: () => void): Promise<void> {
    return this.exchange.run(fetched);
  }

  /**
   * Fetches changes, unless they are here already, such as after this device's own writes.
   *
   * @param positions `after` of live messages
   * @param fetched is called as soon as the copies have the changes
   * @throws {JournalError}
   */
  async reach(positions: string[], fetched?: () => void): Promise<void> {
    // The present run may bring them.
    await this.exchange.idle();
    if (positions.every((position) => this.kept.hasSeen(position))) fetched?.();
    else await this.sync(fetched);
  }

  /** Stops listening to other tabs. */
  close(): void {
    this.copies?.close();
    this.copies = null;
  }

  /** Forgets everything of the user who is signed in, also while the copies are opened. */
  clear(): Promise<void> {
    const cleared = this.opening.then(() => this.clearNext());
    this.opening = cleared.catch(() => {});
    return cleared;
  }

  private async clearNext(): Promise<void> {
    if (this.copies) await this.forget(this.copies);
    else await this.storage.write([[LAST_USER, undefined]]);
  }

  private async forget(kept: Copies): Promise<void> {
    const isShown = this.copies === kept;
    await kept.clear();
    const { files } = this.storage;
    await files?.remove(await files.keys(`${kept.userId}/`));
    if (isShown) await this.storage.write([[LAST_USER, undefined]]);
  }
}
