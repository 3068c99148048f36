import type { Api } from "../api.ts";
import type { Upload } from "../uploads.ts";
import { type Copies, notOpen, type Update } from "./copies.ts";
import { lockOf } from "./locks.ts";
import type { Send, SendKind, Sends, Sent, Waiting } from "./sends.ts";
import type { Snapshots } from "./snapshots.ts";
import type { DeviceStorage } from "./storage.ts";

/** The code that keeps and sends the items. The first screen of an app does not load it. */
const load = () => import("./sending.ts");

type ApiOf = (userId: string, progress?: (share: number) => void) => Api;

/**
 * The user's acts beside writing objects, until the service has them: photos and recordings, team
 * messages, comments, reactions, drops, check-ins with a photo. A sync sends them.
 */
export class Outbox {
  private readonly listeners = new Set<(sent: Sent) => void>();
  /** The shares of the files being sent that have left the device, by the ids of their items. */
  private readonly shares = new Map<string, number>();
  /** Functions that end the request of a forgotten item, by the ids of the items being sent. */
  private readonly running = new Map<string, () => void>();

  constructor(
    /** Null while nobody is signed in. */
    private readonly opened: () => Copies | null,
    private readonly storage: DeviceStorage,
    private readonly apiOf: ApiOf,
    private readonly snapshots: Snapshots,
    private readonly tell: () => void,
  ) {}

  private get kept(): Copies {
    const kept = this.opened();
    if (!kept) throw notOpen();
    return kept;
  }

  /** The items that wait or were refused, oldest first; the same list until it changes. */
  get waiting(): readonly Waiting[] {
    const kept = this.opened();
    return this.snapshots.of(
      `${kept?.userId}/waiting`,
      () =>
        (kept?.sends ?? [])
          .map((send) => ({ ...send, progress: this.shares.get(send.id) ?? null })),
    );
  }

  /**
   * Keeps something until a sync sends it; answers its id. A program may give a new id, which a text
   * can name before the item is sent.
   *
   * @throws {JournalError} 413 when a file, or all files that wait, are too large
   */
  async add<K extends SendKind>(kind: K, fields: Sends[K], id?: string): Promise<string> {
    // Another user may sign in while the code loads.
    const { kept } = this;
    const { queue } = await load();
    return await queue(kept, this.storage, kind, fields, id);
  }

  /** Sends a refused item again, with other fields where they are given. */
  async retry(id: string, fields: Record<string, unknown> = {}): Promise<void> {
    const { kept } = this;
    await kept.keep(() =>
      kept.sends.filter((each) => each.id === id).map((send) => again(send, fields))
    );
  }

  /** Forgets a waiting or refused item, and ends its upload. */
  async discard(id: string): Promise<void> {
    await this.forget(this.kept.sends.filter((each) => each.id === id));
  }

  /** A file of an item, such as a photo to show. */
  async file(id: string, name: string): Promise<Upload | undefined> {
    const { fileOf } = await load();
    const send = this.kept.sends.find((each) => each.id === id);
    return send && await fileOf(this.kept, this.storage, send, name);
  }

  /** Calls back with each answer of the service. Answers how to end that. */
  onSent(listener: (sent: Sent) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** The items that refer to an entry. */
  about(entryId: string): Send[] {
    return this.kept.sends.filter(({ fields }) => fields.entry_id === entryId);
  }

  async forget(gone: Send[]): Promise<void> {
    const { kept } = this;
    if (gone.length) await (await load()).forget(kept, this.storage, gone);
  }

  /** Something on the device has changed, here or in another tab. */
  changed(): void {
    for (const endForgotten of this.running.values()) endForgotten();
  }

  /** Whether files wait that the service has not refused. */
  get hasUploads(): boolean {
    return this.waiting.some(({ files, refusal }) => !refusal && Object.keys(files).length > 0);
  }

  /**
   * Sends the items without files ("words"), or those with files. Returns how many were sent.
   * @throws {JournalError}
   */
  async send(kept: Copies, what: "words" | "files"): Promise<number> {
    const { sendAll, tidy } = await load();
    const sending = {
      kept,
      storage: this.storage,
      apiOf: (progress?: (share: number) => void) => this.apiOf(kept.userId, progress),
      sent: ({ kind, id, fields }: Send, answer: unknown) => {
        // Later, so that the sync does not fail with the app.
        for (const listener of this.listeners) {
          queueMicrotask(() => listener({ kind, id, fields, answer }));
        }
      },
      signalOf: ({ id, key }: Send) => {
        const controller = new AbortController();
        this.running.set(id, () => {
          if (!kept.sends.some((send) => send.key === key)) controller.abort();
        });
        return controller.signal;
      },
      progress: (id: string, share: number | null) => {
        if (share === null) this.running.delete(id);
        const before = this.shares.get(id) ?? -1;
        // Listeners read all items, so they are not called for every piece of a file.
        if (share !== null && share < 1 && share - before < 0.02) return;
        if (share === null) this.shares.delete(id);
        else this.shares.set(id, share);
        this.tell();
      },
    };
    if (what === "words") return await sendAll(sending, false);
    return await lockOf(`journal uploads of ${this.storage.name}`)(async () => {
      await tidy(kept, this.storage);
      return await sendAll(sending, true);
    });
  }
}

/** The update with which something is sent again, as another request. */
export const again = (send: Send, fields: Record<string, unknown>): Update => [
  `send/${send.key}`,
  {
    ...send,
    // The refused id may belong to somebody else.
    id: send.refusal?.code === "id_taken" ? crypto.randomUUID() : send.id,
    fields: { ...send.fields, ...fields },
    idempotencyKey: crypto.randomUUID(),
    refusal: null,
  },
];
