/** Sealed notebooks on a device: joins the offline client with the keys of the user. */
import type { JournalClient } from "../../client.ts";
import { inTurn } from "../../offline/locks.ts";
import { Offline } from "../../offline/offline.ts";
import { must } from "../failures.ts";
import { SealedComments } from "./comments.ts";
import type { Device } from "./device.ts";
import { SealedDrafts } from "./drafts.ts";
import { SealedEntries } from "./entries.ts";
import { Feed } from "./feed.ts";
import { SealedFiles } from "./files.ts";
import { SealedKeys } from "./keys.ts";
import { Lock } from "./lock.ts";
import { SealedNotebooks } from "./members.ts";
import { Moving } from "./moving.ts";
import { newestOf } from "./newest.ts";
import { Notebooks } from "./notebooks.ts";
import { Opening } from "./opening.ts";
import { Sealing } from "./sealing-api.ts";
import type { SealedOptions, SealedState } from "./types.ts";

/** The parts of an open device. */
interface Parts {
  device: Device;
  notebooks: Notebooks;
  opening: Opening;
  feed: Feed;
  inner: Offline;
  files: SealedFiles;
  moving: Moving;
  sync(): Promise<void>;
}

/** Sealed notebooks of the signed-in user on this device. See `openSealed`. */
export class Sealed {
  /** Setting up, unlocking, locking, new devices, ways in. */
  readonly keys: SealedKeys;
  /** Making notebooks, and who reads them. */
  readonly notebooks: SealedNotebooks;
  /** Reading, writing, searching and moving. */
  readonly entries: SealedEntries;
  readonly comments: SealedComments;
  /** The unsaved texts of the user. */
  readonly drafts: SealedDrafts;
  private readonly lock: Lock;
  private parts: Parts | null = null;
  private readonly listeners = new Set<() => void>();

  constructor({ offline }: Pick<JournalClient, "offline">, options: SealedOptions = {}) {
    const base = { offline, options, tell: () => this.tell() };
    this.lock = new Lock(base, (device) => this.changed(device));
    const opened = () => {
      must(this.parts, "refused", "This device is locked, or has no keys");
      return this.parts;
    };
    const isOpen = () => this.parts !== null;
    this.keys = new SealedKeys(this.lock);
    this.notebooks = new SealedNotebooks(() => opened().notebooks, isOpen);
    this.entries = new SealedEntries(opened, isOpen);
    this.comments = new SealedComments(opened);
    this.drafts = new SealedDrafts(opened, isOpen);
  }

  /** Where this device stands. */
  get state(): SealedState {
    return this.lock.state;
  }

  /** Calls back after every change of what screens show. Returns a function that ends this. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /**
   * Sends and fetches everything, open things too. While the device is locked only these: sealed
   * entries wait.
   *
   * @param options `whole`: also looks for changes in old entries of other members, which otherwise
   * happens every ten minutes
   * @throws {JournalError} when it has to be tried again later; with the name of a failure as its code
   * when the log of a notebook must not be believed. Nothing is lost.
   */
  async sync({ whole = false } = {}): Promise<void> {
    try {
      await this.syncNext(whole);
    } finally {
      // For the next start. Nothing else depends on them.
      await this.keepNewest().catch(() => {});
    }
  }

  private async syncNext(whole: boolean): Promise<void> {
    const { offline } = this.lock;
    await offline.sync();
    const { lastSync } = offline.status();
    const { parts } = this;
    if (whole) parts?.feed.listAll();
    try {
      await parts?.sync();
      // Another sync may have brought records meanwhile.
      if (offline.status().lastSync !== lastSync) await parts?.sync();
    } catch (error) {
      if (parts === this.parts) throw error;
      // The device has locked meanwhile, which ends its work with a 401: what is open now goes on.
      await this.syncNext(whole);
    }
  }

  private async keepNewest(): Promise<void> {
    const { options, vault } = this.parts?.device ?? {};
    if (options?.newest) await vault!.writeFront(newestOf(this.entries.list()));
  }

  /** Ends listening, without forgetting anything. */
  async close(): Promise<void> {
    await this.lock.close();
    this.listeners.clear();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  private async changed(device: Device | null): Promise<void> {
    this.parts?.inner.close();
    this.parts = null;
    if (!device) return;
    const notebooks = new Notebooks(device);
    const opening = new Opening(device, notebooks);
    const feed = new Feed(device, notebooks, opening);
    const sealing = new Sealing(device, opening, feed);
    const { offline, vault } = device;
    const inner = new Offline((...given) => sealing.over(offline.apiOf(...given)), vault);
    await inner.open(device.userId);
    inner.subscribe(() => this.tell());
    const files = new SealedFiles(device, opening, inner);
    const moving = new Moving(device, opening, sealing);
    const parts: Parts = {
      ...{ device, notebooks, opening, feed, inner, files, moving },
      sync: inTurn(() => this.exchange(parts)),
    };
    this.parts = parts;
  }

  private async exchange({ feed, inner, files, moving }: Parts): Promise<void> {
    await this.lock.questions.compare(this.lock.session);
    await feed.findNotebooks();
    await inner.sync();
    await files.removeOrphans();
    const isMoved = moving.unfinished.length > 0;
    await moving.resume();
    if (!isMoved) return;
    await this.lock.offline.sync();
    await inner.sync();
  }
}

/**
 * Opens the sealed notebooks of the user who is signed in. It stays with the client: signing out
 * forgets everything on this device.
 *
 * @example
 * const { openSealed } = await import("@journal/client/sealed");
 * const sealed = await openSealed(client);
 * if (sealed.state === "locked") await sealed.keys.unlock({ passphrase });
 * await sealed.sync();
 * const id = await sealed.entries.create({ notebook_id, title: "Fog", content: "Nobody else reads it." });
 */
export async function openSealed(
  client: Pick<JournalClient, "offline">,
  options?: SealedOptions,
): Promise<Sealed> {
  const sealed = new Sealed(client, options);
  try {
    await sealed.keys.check();
    return sealed;
  } catch (error) {
    await sealed.close();
    throw error;
  }
}
