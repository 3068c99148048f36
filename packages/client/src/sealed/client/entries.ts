/** The entries of sealed notebooks, with and without a network. */
import type { SyncStatus } from "../../offline/status.ts";
import type { Conflict, Joined } from "../../offline/conflicts.ts";
import { isRecord } from "../../offline/kinds.ts";
import type { Offline } from "../../offline/offline.ts";
import type { Waiting } from "../../offline/sends.ts";
import { JournalError } from "../../errors.ts";
import { must } from "../failures.ts";
import type { Device } from "./device.ts";
import type { NewFile, SealedFiles } from "./files.ts";
import { audienceOf } from "./move.ts";
import type { Moving } from "./moving.ts";
import type { Notebooks } from "./notebooks.ts";
import type { Opening } from "./opening.ts";
import { search } from "./search.ts";
import type {
  BegunMoveOut,
  FormerText,
  NewSealedEntry,
  SealedConflict,
  SealedEdit,
  SealedEntry,
  SealedQuery,
} from "./types.ts";

const KIND = "journal_entries" as const;

/** The fields that have a value. */
const given = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const completed = new WeakMap<object, object>();

/** An entry with all of its fields, of which an unsent entry lacks some; an entry keeps its object. */
function whole<T extends SealedEntry | undefined>(entry: T, user_id: string): T {
  if (!entry || entry.failure !== undefined) return entry;
  const known = completed.get(entry);
  if (known) return known as T;
  const lacking = { ...EMPTY, user_id, is_sealed: true, failure: null };
  const made = { ...lacking, ...entry as object } as object as T;
  completed.set(entry, made as object);
  return made;
}

/** The list with whole entries; a list keeps its object. */
function wholeList(entries: readonly SealedEntry[], userId: string): readonly SealedEntry[] {
  if (entries.every(({ failure }) => failure !== undefined)) return entries;
  const known = completed.get(entries);
  if (known) return known as readonly SealedEntry[];
  const made = entries.map((entry) => whole(entry, userId));
  completed.set(entries, made);
  return made;
}

const EMPTY = { title: "", content: "", mood: null, tags: [], template_id: null, files: [] };

/** The parts of an open device that entries need. */
interface EntryParts {
  device: Device;
  opening: Opening;
  /** The offline client over the keys of this device. */
  inner: Offline;
  notebooks: Notebooks;
  files: SealedFiles;
  moving: Moving;
  sync(): Promise<void>;
}

/**
 * Entries of sealed notebooks as the user last wrote them. Writes wait under the
 * device's key, and `sync` of the client seals and sends them.
 */
export class SealedEntries {
  constructor(
    /** @throws {SealedError} refused while the device is not open */
    private readonly opened: () => EntryParts,
    private readonly isOpen: () => boolean,
  ) {}

  /** The entries that this device has opened, by time, the newest first; none while it is locked. */
  list(query: SealedQuery = {}): readonly SealedEntry[] {
    if (!this.isOpen()) return [];
    const { notebook_id, orderBy = "written_at", direction = "descending", limit } = query;
    const { inner } = this.opened();
    const entries = inner.snapshot(KIND, {
      ...notebook_id && { where: { notebook_id } },
      orderBy,
      direction,
      ...limit !== undefined && { limit },
    }) as unknown as readonly SealedEntry[];
    return wholeList(entries, inner.userId!);
  }

  /** An entry; the same object until it changes. Undefined while the device is locked. */
  get(id: string): SealedEntry | undefined {
    if (!this.isOpen()) return undefined;
    const { inner } = this.opened();
    const entry = inner.snapshotOf(KIND, id) as unknown as SealedEntry | undefined;
    return whole(entry, inner.userId!);
  }

  /**
   * The entries that have all of the words in title, text or tags, in upper or lower case, with or
   * without accents; the newest first. Nothing of the question leaves the device.
   */
  search(words: string, query: SealedQuery = {}): SealedEntry[] {
    return search(this.list({ ...query, limit: undefined as never }), words).slice(0, query.limit);
  }

  /** Writes a new entry; answers its id. */
  async create({ notebook_id, ...fields }: NewSealedEntry, id?: string): Promise<string> {
    const { inner, notebooks } = this.opened();
    must(notebooks.isSealed(notebook_id), "refused", "This device knows no such sealed notebook");
    return await inner.create(KIND, { ...EMPTY, ...given(fields), notebook_id } as object, id);
  }

  /**
   * Changes fields of an entry of the user. `base` has the values from which the edit began: an edit of
   * another device meanwhile is joined with this one on the opened texts.
   */
  async update(id: string, fields: SealedEdit, base?: SealedEdit): Promise<void> {
    const { inner } = this.opened();
    must(this.get(id), "refused", "This device has no such sealed entry");
    const options = { guarded: true, ...base && { base: base as object } };
    await inner.update(KIND, id, given(fields), options);
  }

  /** Deletes an entry of the user. */
  remove(id: string): Promise<void> {
    return this.opened().inner.remove(KIND, id);
  }

  /**
   * Former texts of an entry of the user, the newest first. `update` with the fields of one brings it
   * back.
   */
  async versions(
    id: string,
    cursor?: string,
  ): Promise<{ versions: FormerText[]; next_cursor: string | null }> {
    const { device, opening } = this.opened();
    const entry = opening.copy(id);
    must(entry, "refused", "This device has no such sealed entry");
    const { versions, next_cursor } = await device.api.get("/api/journal/{id}/versions", {
      params: { path: { id }, query: { cursor, limit: 10 } },
    });
    const opened = await Promise.all(versions.map((each) => opening.former(entry, each)));
    return { versions: opened, next_cursor };
  }

  /** Comments and files that wait or were refused, the oldest first; none while the device is locked. */
  get waiting(): readonly Waiting[] {
    return this.isOpen() ? this.opened().inner.outbox.waiting : [];
  }

  /** Sends a refused comment or file again, with other fields where they are given. */
  retry(id: string, fields?: Record<string, unknown>): Promise<void> {
    return this.opened().inner.outbox.retry(id, fields);
  }

  /** Forgets a comment or a file that waits or was refused; its entry names the file no more. */
  async discard(id: string): Promise<void> {
    const { inner, files } = this.opened();
    const { fields } = inner.outbox.waiting.find((each) => each.id === id) ?? {};
    const entry = fields && "entry_id" in fields ? this.get(fields.entry_id as string) : undefined;
    const isNamed = entry?.files.some((file) => file.id === id);
    await (isNamed ? files.detach(entry!.id, id) : inner.outbox.discard(id));
  }

  /** Edits for the user to decide, in the form of those of open entries. */
  get conflicts(): readonly SealedConflict[] {
    return this.isOpen() ? this.opened().inner.conflicts as unknown as SealedConflict[] : [];
  }

  /**
   * Answers a conflict as `offline.resolve` does, also one of `offline.conflicts` whose entry was sealed
   * elsewhere: the edit becomes one of the sealed entry then.
   */
  async resolve(conflict: SealedConflict, answer: "mine" | "theirs" | "both"): Promise<void> {
    const { device: { offline }, inner } = this.opened();
    if (isRecord(conflict.theirs)) {
      const open = conflict as unknown as Conflict;
      const { title, content, mood, tags, written_at } = open.mine as SealedEdit;
      const edit = given({ title, content, mood, tags, written_at });
      if (answer !== "theirs") await this.update(open.id, edit, open.before as SealedEdit);
      return await offline.resolve(open, "theirs");
    }
    const whole = { kind: KIND, joined: {}, ...conflict } as unknown as Conflict;
    return await inner.resolve(whole, answer);
  }

  /** Edits that were joined with edits made elsewhere, until the user has seen them. */
  get joined(): Joined[] {
    return this.isOpen() ? this.opened().inner.joined : [];
  }

  /** Forgets a joined edit, which the user has seen. */
  forgetJoined(id: string): Promise<void> {
    return this.opened().inner.forgetJoined(id);
  }

  /** The last exchange of sealed entries, and what waits; null while the device is locked. */
  get status(): SyncStatus | null {
    return this.isOpen() ? this.opened().inner.status() : null;
  }

  /**
   * Attaches a photo or a recording, also without a network; answers its id, by which the text may name
   * it before. The app removes metadata and makes the thumbnail.
   *
   * @throws {JournalError} 413 when it is too large
   */
  attach(id: string, file: NewFile, fileId?: string): Promise<string> {
    return this.opened().files.attach(id, file, fileId);
  }

  /** Takes a file out of an entry; the service's copy of it is deleted. */
  detach(id: string, fileId: string): Promise<void> {
    return this.opened().files.detach(id, fileId);
  }

  /**
   * Opens a file of an entry, from the device while it waits there.
   *
   * @throws {SealedError} altered when any byte of it is wrong, missing or too many
   * @throws {JournalError} 404 when it is not uploaded yet
   */
  file(id: string, fileId: string, part: "file" | "thumbnail" = "file"): Promise<Blob> {
    return this.opened().files.read(id, fileId, part);
  }

  /**
   * Moves an entry of the user into a sealed notebook, an open one or one of another sealed notebook:
   * its files are sealed anew, and what the service had of its text is erased. A move that is cut off
   * goes on with the next call or the next `sync`.
   *
   * @throws {JournalError} 409 `has_comments`; nothing has changed then
   */
  async moveIn(id: string, notebookId: string): Promise<void> {
    const { moving, notebooks, sync, inner } = this.opened();
    must(notebooks.isSealed(notebookId), "refused", "This device knows no such sealed notebook");
    await sync();
    this.mustBeSent(inner, id);
    await moving.start(id, "in", notebookId);
    await sync();
  }

  /**
   * Moves an entry of the user out of its sealed notebook: its text and files are open from then on, to
   * the readers that the notebook has now on this device. When it has others before the text leaves, the
   * move goes no further.
   *
   * @param notebookId an open notebook; null for an entry without one. Undefined goes on with a move
   * out that was cut off, and is refused where there is none; another target replaces that of the move.
   * @throws {JournalError} 409 `has_comments`, `other_readers`, `files_wait`
   */
  async moveOut(id: string, notebookId?: string | null): Promise<void> {
    const { device, moving, notebooks, sync, inner } = this.opened();
    must(!notebooks.isSealed(notebookId ?? null), "refused", "This notebook is sealed: use moveIn");
    // Before the sync, which may bring readers that the person has not seen.
    const target = notebookId ? device.offline.get("notebooks", notebookId) : undefined;
    const audience = target && audienceOf(target);
    // The sync goes on with a move that was cut off.
    if (notebookId !== undefined) await moving.aim(id, notebookId, audience);
    await sync();
    this.mustBeSent(inner, id);
    await moving.start(id, "out", notebookId, audience);
    // It has moved: this device learns of it as soon as it can.
    await sync().catch((error) => {
      if (!(error instanceof JournalError) || !error.isTemporary) throw error;
    });
  }

  /**
   * Ends a move that was cut off, so that the entry stays where it is.
   *
   * @throws {SealedError} refused when this device alone has files of the entry: it must go on then
   */
  stopMove(id: string): Promise<void> {
    return this.opened().moving.stop(id);
  }

  /**
   * Moves entries one by one, such as all entries of a notebook. Answers the entries that stay, with the
   * code of the reason.
   */
  async moveAllIn(
    ids: readonly string[],
    notebookId: string,
    progress?: (done: number) => void,
  ): Promise<{ id: string; code: string }[]> {
    const { moving, notebooks, sync } = this.opened();
    must(notebooks.isSealed(notebookId), "refused", "This device knows no such sealed notebook");
    await sync();
    const left: { id: string; code: string }[] = [];
    for (const [n, id] of ids.entries()) {
      await moving.start(id, "in", notebookId).catch((error) => {
        if (!(error instanceof JournalError) || error.isTemporary) throw error;
        left.push({ id, code: error.code });
      });
      progress?.(n + 1);
    }
    await sync();
    return left;
  }

  /** The entries whose move was cut off: the next `sync` goes on with them. */
  get unfinishedMoves(): string[] {
    return this.isOpen() ? this.opened().moving.unfinished : [];
  }

  /** The move out of an entry that was cut off; null where there is none. */
  begunMoveOut(id: string): BegunMoveOut | null {
    return this.isOpen() ? this.opened().moving.begunOut(id) : null;
  }

  /** The code with which the service has refused a move that a sync went on with. */
  refusalOfMove(id: string): string | undefined {
    return this.isOpen() ? this.opened().moving.refusals.get(id) : undefined;
  }

  private mustBeSent(inner: Offline, id: string): void {
    const isOpen = inner.conflicts.some((conflict) => conflict.id === id);
    must(!isOpen, "refused", "Decide first which version of the entry stays");
  }
}
