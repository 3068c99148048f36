/**
 * The values of sealed notebooks on a device, under the device's key: a `DeviceStorage` over the
 * storage of the device. A write is one pack, so that reading 10,000 entries opens a few packs:
 * `GCM(device key, nonce (12 random), name of the pack, lines)`, in base64url where the storage keeps
 * JSON. Each line is a JSON list of changes. The values are those of the packs in their order; when most
 * are replaced, the packs are written anew. One more value lies in front of them, in the same form.
 */
import { notOpen, sealedPrefix } from "../../offline/copies.ts";
import { lockOf } from "../../offline/locks.ts";
import type { Change, DeviceStorage, FileStorage } from "../../offline/storage.ts";
import {
  type Bytes,
  decoded,
  fromUtf8,
  joined,
  random,
  toBase64url,
  utf8,
  wiping,
} from "../bytes.ts";
import { named, SealedError } from "../failures.ts";
import { decrypted, encrypted } from "../primitives.ts";
import { frontKeyOf, plainKeyOf } from "./places.ts";

/** A value, and the pack that it is of. A value that is gone has none. */
interface Kept {
  pack: string;
  value?: unknown;
}

/** The changes that a pack has when the packs are written anew. */
const PACK = 500;

/** The changes in a line of a pack. Browsers are slow to encode and decode a long text. */
const LINE = 20;

/** The place of the account secret in a vault. */
export const SECRET = "state/secret";

/** The name of the list of packs, which says without them whether there is a new one. */
const LIST = "packs";

/** The name of the value in front of the packs. */
const FRONT = "front";

/** The number in the name of a pack. */
const numberOf = (pack: string) => Number(pack.split("-", 1)[0]);

export class Vault implements DeviceStorage {
  readonly name: string;
  readonly files?: FileStorage;
  private readonly kept = new Map<string, Kept>();
  private readonly staged = new Map<string, unknown>();
  /** The packs that are read. */
  private packs = new Set<string>();
  private changes = 0;
  /** Nothing was read or written: the device does not name this vault yet. */
  private isNew = true;
  private isOpen = true;
  private readonly tab = crypto.randomUUID().slice(0, 8);
  /** How the keys of the packs begin. */
  private readonly place: string;
  private readonly frontKey: string;
  private readonly plainKey: string;
  /** The JSON of the value in front, as this window has read or written it last. */
  private front = "";

  constructor(
    private readonly storage: DeviceStorage,
    userId: string,
    /** The name of this vault in it. */
    readonly id: string,
    private readonly key: CryptoKey,
  ) {
    const prefix = sealedPrefix(userId);
    this.place = `${prefix}/${id}/`;
    this.frontKey = frontKeyOf(userId, id);
    this.plainKey = plainKeyOf(userId);
    this.name = `${storage.name} ${prefix}`;
    if (storage.files) this.files = filesBelow(storage.files, `${prefix}/`);
  }

  /** A value as this device has read it last. */
  get(key: string): unknown {
    return this.staged.get(key) ?? this.kept.get(key)?.value;
  }

  /** Values to keep in one step with the next write, so that they cost none of their own. */
  stage(values: Change[]): void {
    for (const [key, value] of values) this.staged.set(key, value);
  }

  /** The values whose keys begin with the prefix, as this device has read them last. */
  all(prefix: string): [key: string, value: unknown][] {
    return [...this.kept].filter(([key, { value }]) =>
      value !== undefined && key.startsWith(prefix)
    ).map(([key, { value }]) => [key, value]);
  }

  /** Reads what this and other tabs have written since. @throws {SealedError} wrong_key */
  async read(prefix: string): Promise<[key: string, value: unknown][]> {
    await this.locked(() => this.refresh());
    return this.all(prefix);
  }

  /** Keeps changes; a function makes them from the values that every tab has written. */
  write(given: Change[] | (() => Change[])): Promise<void> {
    return this.locked(async () => {
      const stored = await this.refresh();
      const staged = [...this.staged];
      const changes = [...staged, ...typeof given === "function" ? given() : given];
      if (changes.every(([key, value]) => this.isSame(key, value))) return;
      const last = Math.max(0, ...[...this.packs].map(numberOf));
      const pack = `${String(last + 1).padStart(12, "0")}-${this.tab}`;
      const sealed = await this.sealed(pack, changes);
      if (!this.isOpen) throw notOpen();
      const packs = [...stored, pack];
      await this.storage.write([[this.keyOf(pack), sealed], [this.keyOf(LIST), packs]]);
      await this.mustStay(pack, stored);
      // The device has locked meanwhile: the pack is there, and no value in memory to write anew.
      if (!this.isOpen) return;
      this.take(pack, changes);
      for (const [key, value] of staged) {
        if (this.staged.get(key) === value) this.staged.delete(key);
      }
      const isLong = this.changes > 2 * this.kept.size + PACK;
      if (isLong) await this.writeAnew(packs);
    });
  }

  /** The value in front of the packs, which is read without them; undefined where there is none. */
  async readFront(): Promise<unknown> {
    const [[, sealed] = []] = await this.storage.read(this.frontKey);
    if (sealed === undefined) return undefined;
    try {
      const [[, value] = []] = await this.opened(FRONT, sealed as string | Bytes);
      this.front = JSON.stringify(value);
      return value;
    } catch (error) {
      // It is damaged.
      if (error instanceof SealedError) return undefined;
      throw error;
    }
  }

  /** Keeps a value in front of the packs. A storage that has no room for it keeps no former one either. */
  async writeFront(value: unknown): Promise<void> {
    const front = JSON.stringify(value);
    if (front === this.front) return;
    const sealed = await this.sealed(FRONT, [[FRONT, value]]);
    if (!this.isOpen) throw notOpen();
    this.front = "";
    try {
      await this.storage.write([[this.frontKey, sealed]]);
      // The user may have signed out, or another tab taken new keys.
      if ((await this.plain())?.vault !== this.id) throw notOpen();
      if (this.isOpen) this.front = front;
    } catch (error) {
      await this.storage.write([[this.frontKey, undefined]]);
      throw error;
    }
  }

  /** Whether a key of the storage is of this vault. */
  has(key: string): boolean {
    return key === this.frontKey || key.startsWith(this.place);
  }

  /** Forgets what is in memory, and reads and writes no more. */
  close(): void {
    this.isOpen = false;
    this.front = "";
    this.staged.clear();
    this.kept.clear();
    this.packs.clear();
  }

  private locked<T>(work: () => Promise<T>): Promise<T> {
    return lockOf(`journal packs of ${this.name}`)(work);
  }

  private keyOf(pack: string): string {
    return this.place + pack;
  }

  /** Whether a text or a number is there already, such as the id of the user. */
  private isSame(key: string, value: unknown): boolean {
    return typeof value !== "object" && this.kept.get(key)?.value === value;
  }

  /** The open part of the device, which names its vault; undefined after signing out. */
  private async plain(): Promise<{ vault: string } | undefined> {
    const [[, plain] = []] = await this.storage.read(this.plainKey);
    return plain as { vault: string } | undefined;
  }

  /**
   * Removes a pack that was written while the user signs out, or another tab takes new keys; that tab
   * still reads the packs before it.
   */
  private async mustStay(pack: string, stored: string[]): Promise<void> {
    const plain = await this.plain();
    if (plain?.vault === this.id || this.isNew) return;
    const list = plain && stored.length ? stored : undefined;
    await this.storage.write([[this.keyOf(pack), undefined], [this.keyOf(LIST), list]]);
    throw notOpen();
  }

  /** Reads the packs that are new here; answers the names of all. */
  private async refresh(): Promise<string[]> {
    const [[, list] = []] = await this.storage.read(this.keyOf(LIST));
    const stored = list as string[] | undefined ?? [];
    const fresh = stored.filter((pack) => !this.packs.has(pack));
    if (!fresh.length && stored.length === this.packs.size) return stored;
    const found = new Map(await this.storage.read(this.keyOf(fresh.length === 1 ? fresh[0]! : "")));
    const opened = await Promise.all(
      fresh.map(async (pack) =>
        [pack, await this.opened(pack, found.get(this.keyOf(pack)) as string | Bytes)] as const
      ),
    );
    for (const [pack, changes] of opened.sort(([a], [b]) => a < b ? -1 : 1)) {
      this.take(pack, changes);
    }
    const there = new Set(stored);
    // Another tab has written the packs anew: the values that only a former pack has were deleted.
    if (there.size && [...this.packs].some((pack) => !there.has(pack))) {
      for (const [key, { pack }] of this.kept) if (!there.has(pack)) this.kept.delete(key);
    }
    this.packs = there;
    return stored;
  }

  private take(pack: string, changes: Change[]): void {
    if (!this.isOpen) return;
    this.packs.add(pack);
    this.isNew = false;
    this.changes += changes.length;
    for (const [key, value] of changes) {
      if (pack >= (this.kept.get(key)?.pack ?? "")) this.kept.set(key, { pack, value });
    }
  }

  /** Writes the values anew, behind the last pack that is read. */
  private async writeAnew(stored: string[]): Promise<void> {
    const last = [...stored].sort().at(-1)!;
    const values = this.all("");
    const packs = Array.from({ length: Math.ceil(values.length / PACK) }, (_, n) => ({
      pack: `${last}~${String(n).padStart(6, "0")}`,
      changes: values.slice(n * PACK, (n + 1) * PACK),
    }));
    const written = await Promise.all(packs.map(async ({ pack, changes }): Promise<Change> => [
      this.keyOf(pack),
      await this.sealed(pack, changes),
    ]));
    const gone = stored.map((pack): Change => [this.keyOf(pack), undefined]);
    const list: Change = [this.keyOf(LIST), packs.map(({ pack }) => pack)];
    await this.storage.write([...written, ...gone, list]);
    this.kept.clear();
    this.packs = new Set();
    this.changes = 0;
    for (const { pack, changes } of packs) this.take(pack, changes);
  }

  private async sealed(pack: string, changes: Change[]): Promise<string | Bytes> {
    const values = changes.map(([key, value]) => value === undefined ? [key] : [key, value]);
    const lines: Bytes[] = [];
    for (let at = 0; at < values.length; at += LINE) {
      lines.push(utf8(`${JSON.stringify(values.slice(at, at + LINE))}\n`));
    }
    const text = joined(...lines);
    const nonce = random(12);
    const work = () => encrypted(this.key, nonce, utf8(pack), text);
    const cipher = await wiping([text, ...lines], work);
    const sealed = joined(nonce, cipher);
    return this.storage.keepsBytes ? sealed : toBase64url(sealed);
  }

  private async opened(pack: string, sealed: string | Bytes): Promise<Change[]> {
    return await named("wrong_key", "The device's key does not open what it keeps", async () => {
      const bytes = typeof sealed === "string" ? decoded(sealed) : sealed;
      const text = await decrypted(this.key, bytes.subarray(0, 12), utf8(pack), bytes.subarray(12));
      return await wiping([text], () => {
        const lines = [...linesOf(text)];
        return lines.flatMap((line) => JSON.parse(fromUtf8(line)) as Change[]);
      });
    });
  }
}

/** The lines of a text without their ends. */
function* linesOf(text: Bytes): Generator<Bytes> {
  for (let at = 0, end; at < text.length; at = end + 1) {
    end = text.indexOf(0x0a, at);
    // A pack of a former version is one line without its end.
    if (end < 0) end = text.length;
    yield text.subarray(at, end);
  }
}

/** Files under names of their own. They are sealed before they come here. */
const filesBelow = (files: FileStorage, prefix: string): FileStorage => ({
  keep: (key, file) => files.keep(prefix + key, file),
  read: (key) => files.read(prefix + key),
  keys: async (below) => (await files.keys(prefix + below)).map((key) => key.slice(prefix.length)),
  remove: (keys) => files.remove(keys.map((key) => prefix + key)),
});
