/**
 * The exchange of sealed entries fetches the user's own entries from the copies of the offline client,
 * and the entries of fellow members from the lists of their notebooks. Each is opened once.
 */
import type { Answer, Api } from "../../api.ts";
import { JournalError } from "../../errors.ts";
import { SealedError } from "../failures.ts";
import type { Device } from "./device.ts";
import type { Notebooks } from "./notebooks.ts";
import type { Opening, Row } from "./opening.ts";

type Page = Answer<"/api/sync", "get">;

/** The entries that are opened before some of them are kept. */
const PAGE = 500;
/** How long (ms) the first page of a notebook is looked at, before all of it is listed again. */
const LISTED = 10 * 60_000;

/** The rest of an exchange. */
interface Left {
  rows: Row[];
  gone: string[];
}

export class Feed {
  private left: Left = { rows: [], gone: [] };
  /** Names the present reading, in the cursors of its pages. */
  private reading = "";
  private isBehind = false;
  private readonly listed = new Map<string, number>();

  constructor(
    private readonly device: Device,
    private readonly notebooks: Notebooks,
    private readonly opening: Opening,
  ) {}

  /** All entries of the notebooks are listed in the next exchange. */
  listAll(): void {
    this.listed.clear();
  }

  /** A page of changes, in the form of `GET /api/sync`. */
  async page(query: Record<string, unknown> = {}): Promise<Page> {
    // Before it sends, the exchange only asks whether its place still stands.
    if (query.limit === 1) return this.answer([], [], false);
    if (query.cursor !== this.reading) await this.begin();
    try {
      const rows = this.left.rows.splice(0, PAGE);
      const hasMore = this.left.rows.length > 0;
      const opened = await this.opening.entries(rows);
      return this.answer(opened, hasMore ? [] : this.left.gone, hasMore);
    } catch (error) {
      this.reading = "";
      throw error;
    }
  }

  private async begin(): Promise<void> {
    this.opening.begin();
    this.left = await this.changed();
    this.reading = `more ${crypto.randomUUID()}`;
  }

  /** The service has taken a write that the copies of the offline client do not have yet. */
  wrote(): void {
    this.isBehind = true;
  }

  private answer(entries: unknown[], gone: string[], has_more: boolean): Page {
    return {
      changes: { journal_entries: entries, profile: null },
      deleted: gone.map((id) => ({ type: "journal_entry", id })),
      next_cursor: has_more ? this.reading : "end",
      has_more,
      seen: { before: "", without: [] },
    } as unknown as Page;
  }

  /** The user's own entries. An entry that seems older than this device knows may be on its way. */
  private async own(): Promise<Row[]> {
    const { offline, userId } = this.device;
    const read = () =>
      offline.list("journal_entries")
        .filter((entry) => entry.is_sealed || this.notebooks.isSealed(entry.notebook_id));
    const rows = read();
    const versions = new Map(rows.map(({ id, version }) => [id, version]));
    const isOlder = this.opening.copies.some((copy) =>
      copy.user_id === userId && copy.version > (versions.get(copy.id) ?? 0)
    );
    if (!isOlder && !this.isBehind) return rows;
    await offline.sync();
    this.isBehind = false;
    return read();
  }

  private async changed(): Promise<Left> {
    const { offline, userId } = this.device;
    const own = await this.own();
    const there = new Set(own.map(({ id }) => id));
    const others: Row[] = [];
    const listed = new Set<string>();
    for (const id of this.notebooks.ids) {
      const found = await this.list(id);
      others.push(...found.rows.filter((row) => row.user_id !== userId && !there.has(row.id)));
      if (found.isWhole) listed.add(id);
    }
    for (const { id } of others) there.add(id);
    const gone = this.opening.copies.filter(({ id, user_id, notebook_id }) =>
      !there.has(id) && (user_id === userId ? offline.isWhole : listed.has(notebook_id))
    );
    for (const { id } of gone) this.opening.remember(id);
    return {
      rows: [...own, ...others].filter((row) => !this.opening.isKept(row)),
      gone: gone.map(({ id }) => id),
    };
  }

  /** The entries of a notebook that others write in: all of them, or the newest. */
  private async list(id: string): Promise<{ rows: Row[]; isWhole: boolean }> {
    const rows: Row[] = [];
    try {
      const { log } = await this.notebooks.open(id);
      // Somebody who has left may have left entries.
      if (log.memberships.size < 2) return { rows, isWhole: true };
      const isDue = Date.now() - (this.listed.get(id) ?? -Infinity) > LISTED;
      let cursor: string | undefined;
      do {
        const page: Answer<"/api/journal", "get"> = await this.api.get("/api/journal", {
          params: { query: { notebook_id: id, limit: 100, cursor } },
        });
        rows.push(...page.entries.filter(({ notebook_id }) => notebook_id === id));
        cursor = page.next_cursor ?? undefined;
      } while (cursor && isDue);
      if (isDue) this.listed.set(id, Date.now());
      return { rows, isWhole: isDue };
    } catch (error) {
      // One notebook that must not be believed, or that the user has left, holds up no other.
      const isGone = error instanceof JournalError && !error.isTemporary;
      if (!isGone && !(error instanceof SealedError)) throw error;
      return { rows, isWhole: false };
    }
  }

  private get api(): Api {
    return this.device.api;
  }

  /**
   * Finds the sealed notebooks of the user and reads their logs. Where a log must not be believed, the
   * former log stays.
   */
  async findNotebooks(): Promise<void> {
    const found = new Set(this.notebooks.ids);
    for (const { id, is_sealed } of this.device.offline.list("notebooks")) {
      if (is_sealed) found.add(id);
    }
    let cursor: string | undefined;
    do {
      const page: Answer<"/api/notebooks", "get"> = await this.api.get("/api/notebooks", {
        params: { query: { limit: 100, cursor } },
      });
      for (const { id, is_sealed } of page.notebooks) if (is_sealed) found.add(id);
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    for (const id of found) await this.look(id);
  }

  private async look(id: string): Promise<void> {
    try {
      await this.notebooks.refresh(id);
    } catch (error) {
      // The notebook of a team mate, a deleted notebook, or a log that is not believed.
      const isRefused = error instanceof JournalError && !error.isTemporary;
      if (!isRefused && !(error instanceof SealedError)) throw error;
    }
  }
}
