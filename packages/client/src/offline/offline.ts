import type { Api } from "../api.ts";
import type { Conflict, Joined } from "./conflicts.ts";
import { Copies, notOpen, sealedPrefix } from "./copies.ts";
import { Edits } from "./edits.ts";
import type { Changeable, Creatable, Kind, Kinds, Removable, Thing } from "./kinds.ts";
import { Outbox } from "./outbox.ts";
import type { DeviceStorage } from "./storage.ts";
import { type Query, reselect, select, Snapshots } from "./snapshots.ts";
import { pendingOf, type SyncStatus } from "./status.ts";
import { shown, type Write } from "./writes.ts";
import { Exchange } from "./exchange.ts";
import type { Change } from "./touched.ts";

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
  /** The user's acts beside writing objects. */
  readonly outbox: Outbox;
  private readonly edits: Edits;
  private readonly exchange: Exchange;

  constructor(
    /** The service as a user, whom it refuses once somebody else has signed in. */
    readonly apiOf: (userId: string, progress?: (share: number) => void) => Api,
    readonly storage: DeviceStorage,
    pageSize = 1000,
  ) {
    this.outbox = new Outbox(
      () => this.copies,
      storage,
      apiOf,
      this.snapshots,
      () => this.tell(),
    );
    this.edits = new Edits(
      () => this.copies,
      (kind, id) => this.get(kind, id) as Thing | undefined,
      this.outbox,
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
    const written = new Set(outbox.map(({ id }) => id));
    // A second map of all copies would take longer than all the rest of a write.
    const things = [...copies.values()];
    if (!written.size) return things;
    return [
      ...things.filter(({ id }) => !written.has(id)),
      ...[...written].flatMap((id) => this.shown(kind, id, outbox) ?? []),
    ];
  }

  /**
   * The objects of a query as the user last wrote them. The list, and each object in it, stays the
   * same until it changes, so that with `subscribe` it is a store for `useSyncExternalStore`.
   */
  snapshot<K extends Kind>(kind: K, query?: Query<K>): readonly Kinds[K][] {
    return this.snapshots.of<readonly Kinds[K][]>(
      `${this.userId}/${kind} ${JSON.stringify(query)}`,
      () => select(this.list(kind), query),
      this.copies?.version(kind),
      (before, version) => {
        const ids = this.copies?.touched.since(kind, version);
        return ids ? reselect(before, ids, (id) => this.get(kind, id), query) : null;
      },
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

  /** Whether a notebook is sealed, or this device has ever seen it sealed. */
  isSealed(notebookId: string): boolean {
    return this.copies?.isSealed(notebookId) ?? false;
  }

  /** Keeps that a notebook is sealed: from now on no text is written openly there. */
  async keepSealed(notebookId: string): Promise<void> {
    if (!this.isSealed(notebookId)) await this.kept.keep(() => [[`sealed/${notebookId}`, true]]);
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
    return this.edits.create(kind, fields, id);
  }

  /**
   * Changes fields of an object. `base` has the values from which the edit began: fields that do
   * not differ from it stay as they are now. An entry is joined with the edits made elsewhere
   * meanwhile; of other objects the last device wins in a field, unless `guarded` says otherwise.
   */
  update<K extends Changeable>(
    kind: K,
    id: string,
    fields: Fields<K>,
    options: { guarded?: boolean; base?: Fields<K> } = {},
  ): Promise<void> {
    return this.edits.change(kind, id, { ...fields }, options);
  }

  /** Deletes an object. `guarded`: only the version that the user saw. */
  remove(kind: Removable, id: string, options: { guarded?: boolean } = {}): Promise<void> {
    return this.edits.remove(kind, id, options);
  }

  /** Marks notifications as read. */
  read(ids: string[]): Promise<void> {
    return this.edits.read(ids);
  }

  /**
   * Answers a conflict. `mine` writes the user's fields over the stored ones, or creates the object
   * anew if it was deleted. `theirs` writes only the `joined` ones of them. `both` keeps the stored
   * object and creates another one from the user's fields. If the entry is gone, the items of the
   * outbox that refer to it move to the new entry or are forgotten.
   */
  resolve<K extends Kind>(
    conflict: Conflict<K>,
    answer: "mine" | "theirs" | "both",
  ): Promise<void> {
    return this.edits.resolve(conflict as unknown as Conflict, answer);
  }

  /**
   * Sends the user's writes and fetches changes. Files are sent last, so that they hold up nothing
   * else. One sync runs at a time, in one of the tabs; a call during a sync begins another one
   * after it. `fetched` is called when the copies are up to date, before the files are sent.
   *
   * @throws {JournalError} when it has to be tried again later; nothing is lost
   */
  sync(fetched?: () => void): Promise<void> {
    return this.exchange.run(fetched, true);
  }

  /**
   * Sends what the user has just written. As `sync`, but without a fetch while `live` hears of every
   * change and the answers have all that the writes have changed.
   *
   * @throws {JournalError} when it has to be tried again later; nothing is lost
   */
  send(): Promise<void> {
    return this.exchange.run();
  }

  /**
   * Fetches changes of which live messages tell, unless they are here already, such as after this
   * device's own writes.
   *
   * @param fetched is called as soon as the copies have the changes
   * @throws {JournalError}
   */
  async reach(changes: Change[], fetched?: () => void): Promise<void> {
    // The present run may bring them.
    await this.exchange.idle();
    if (changes.every((change) => this.kept.hasSeen(change))) fetched?.();
    else await this.sync(fetched);
  }

  /** Says that `by` hears of every change of others from now on, or not any more. */
  setFollowed(by: object, isFollowed: boolean): void {
    if (isFollowed) this.exchange.followers.add(by);
    else this.exchange.followers.delete(by);
  }

  /** Stops listening to other tabs. */
  close(): void {
    this.copies?.close();
    this.exchange.followers.clear();
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
    for (const prefix of [`${kept.userId}/`, sealedPrefix(kept.userId)]) {
      await files?.remove(await files.keys(prefix));
    }
    if (isShown) await this.storage.write([[LAST_USER, undefined]]);
  }
}
