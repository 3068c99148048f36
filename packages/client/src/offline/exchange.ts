/** Sends the user's writes and fetches changes, one run at a time. */
import type { Api } from "../api.ts";
import { JournalError } from "../errors.ts";
import { type Copies, notOpen } from "./copies.ts";
import { inTurn, lockOf } from "./locks.ts";
import type { Outbox } from "./outbox.ts";
import { type SyncError, syncError } from "./status.ts";
import type { DeviceStorage } from "./storage.ts";

/** The code of an exchange. The first screen of an app does not load it. */
const load = () => import("./sync.ts");

interface Parts {
  /** Null while nobody is signed in. */
  opened(): Copies | null;
  outbox: Outbox;
  storage: DeviceStorage;
  apiOf(userId: string): Api;
  pageSize: number;
  tell(): void;
  /** Forgets everything of a user who has no account any more. */
  forget(kept: Copies): Promise<void>;
}

export class Exchange {
  private readonly words = inTurn(() => this.exchangeOnce());
  private readonly files = inTurn(() => this.uploadOnce());
  private running = 0;
  /** The listeners that hear of every change of others as it happens. */
  readonly followers = new Set<object>();
  /** The next run fetches, whatever a listener hears. */
  private fetches = false;
  /** The time of the last fetch, and its copies. */
  private fetched: { kept: Copies; at: number } | null = null;
  /** The last failure, with the user whose sync it was. */
  private failed: { userId: string; error: SyncError } | null = null;

  constructor(private readonly parts: Parts) {}

  get isRunning(): boolean {
    return this.running > 0;
  }

  /** Why the last sync of a user failed; null when it succeeded. */
  lastError(userId: string | null): SyncError | null {
    return this.failed?.userId === userId ? this.failed!.error : null;
  }

  /** @param fetches also when a listener hears of every change */
  async run(fetched?: () => void, fetches = false): Promise<void> {
    const { outbox, tell } = this.parts;
    this.fetches ||= fetches;
    const { userId } = this.kept;
    this.running++;
    tell();
    try {
      await this.words();
      fetched?.();
      if (outbox.hasUploads) await this.files();
      this.failed = null;
    } catch (error) {
      this.failed = { userId, error: syncError(error) };
      throw error;
    } finally {
      this.running--;
      tell();
    }
  }

  /** Resolves when nothing is sent or fetched. */
  async idle(): Promise<void> {
    for (let run; (run = this.words.running);) await run.catch(() => {});
  }

  private get kept(): Copies {
    const kept = this.parts.opened();
    if (!kept) throw notOpen();
    return kept;
  }

  private async uploadOnce(): Promise<void> {
    if (!await this.parts.outbox.send(this.kept, "files")) return;
    // The next changes bring the results of the uploads.
    this.fetches = true;
    await this.words();
  }

  private async exchangeOnce(): Promise<void> {
    const { kept, parts: { apiOf, outbox, storage, pageSize, forget } } = this;
    const api = apiOf(kept.userId);
    const { exchange } = await load();
    const isFollowed = this.followers.size > 0 && !this.fetches;
    this.fetches = false;
    try {
      await lockOf(`journal sync of ${storage.name}`)(async () => {
        // Another tab may have sent meanwhile.
        await kept.load();
        const { at } = this.fetched?.kept === kept ? this.fetched : { at: -Infinity };
        const hasFetched = await exchange(api, kept, outbox, {
          pageSize,
          fetchedAt: at,
          isFollowed,
        });
        if (hasFetched) this.fetched = { kept, at: Date.now() };
      });
    } catch (error) {
      // Something may be missing that no message tells of again.
      this.fetches = true;
      if (error instanceof JournalError && error.code === "account_deleted") {
        await forget(kept);
      }
      throw error;
    }
  }
}
