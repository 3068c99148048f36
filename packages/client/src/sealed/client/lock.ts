/** Whether this device is open: where its key lies, when it locks, and what it forgets. */
import type { Api } from "../../api.ts";
import { JournalError } from "../../errors.ts";
import { sealedPart as partOf } from "../../offline/copies.ts";
import { type AccountKeys, openAccount } from "../account.ts";
import { type Bytes, fromBase64url, toBase64url, wipe } from "../bytes.ts";
import { must, SealedError } from "../failures.ts";
import { gcmKey } from "../primitives.ts";
import type { Base, Device, KeptSlot, Plain } from "./device.ts";
import { keyPlace, newDeviceKey, unlockedKey } from "./device-key.ts";
import type { SealedState } from "./types.ts";
import { Vault } from "./vault.ts";

const SECRET = "state/secret";
/** How often (ms) the time of the last use is kept at most. */
const USE_IS_KEPT = 15_000;
/** How often (ms) an open device looks at the clock at least. */
const LOOK = 20_000;

export class Lock {
  state: SealedState = "unknown";
  plain: Plain | null = null;
  private user: string | null = null;
  private opened: Device | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private channel: BroadcastChannel | undefined;
  private checking: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly base: Base,
    /** The device has opened, or (null) has locked or lost its user. */
    private readonly changed: (device: Device | null) => Promise<void>,
  ) {}

  get api(): Api {
    return this.offline.apiOf(this.userId);
  }

  /** Whether the user has started anew elsewhere, by the last answer of the service. */
  isOutdated = false;

  /** Asks whether the keys of this device are still those of the account. */
  async compare(): Promise<void> {
    const { account } = await this.api.get("/api/sealed");
    const { x25519, ed25519 } = this.device.account;
    this.isOutdated = account?.x25519 !== x25519 || account.ed25519 !== ed25519;
  }

  get offline() {
    return this.base.offline;
  }

  get userId(): string {
    const { userId } = this.base.offline;
    if (!userId) throw new JournalError(401, "unauthorized", "Sign in first");
    return userId;
  }

  /** @throws {SealedError} refused while the device is not open */
  get device(): Device {
    must(this.opened, "refused", "This device is locked, or has no keys");
    return this.opened;
  }

  /** A copy of the account secret: overwrite it after use. */
  secret(): Bytes {
    return fromBase64url(this.device.vault.get(SECRET), 32, "wrong_key");
  }

  private get now(): number {
    return this.base.options.now?.() ?? Date.now();
  }
  private get place() {
    return keyPlace(this.base.offline.storage, this.userId, this.base.options.deviceKeys);
  }
  private get plainKey(): string {
    return `${partOf(this.userId)}plain`;
  }

  /** One at a time: a device opens once. */
  check(): Promise<SealedState> {
    const checked = this.checking.then(() => this.checkNext());
    this.checking = checked.catch(() => {});
    return checked;
  }

  private async checkNext(): Promise<SealedState> {
    const { userId } = this.base.offline;
    if (userId !== this.user) await this.forgetUser(userId);
    if (!userId) return this.state;
    await this.readPlain();
    if (this.plain && this.isLate()) await this.lock();
    // Another tab has entered anew.
    if (this.opened && this.opened.vault.id !== this.plain?.vault) await this.end("locked");
    if (this.plain && !this.opened) {
      const key = await this.place.read();
      if (!key || !await this.opens(key)) this.become("locked");
    }
    if (!this.plain && !this.opened) await this.ask();
    return this.state;
  }

  private async readPlain(): Promise<void> {
    const found = await this.base.offline.storage.read(this.plainKey);
    const kept = found.find(([key]) => key === this.plainKey)?.[1] as Plain | undefined;
    const usedAt = Math.max(kept?.usedAt ?? 0, this.plain?.usedAt ?? 0);
    this.plain = kept ? { ...kept, usedAt } : null;
    if (!kept && this.opened) await this.end("unknown");
  }

  private async ask(): Promise<void> {
    const state = await this.askedState();
    // The device may have been opened meanwhile.
    if (!this.plain && !this.opened) this.become(state);
  }

  private async askedState(): Promise<SealedState> {
    try {
      const { account } = await this.api.get("/api/sealed");
      return account ? "new_device" : "none";
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      return error.status === 403 ? "none" : "unknown";
    }
  }

  /** Another user has signed in, or nobody is signed in. */
  async forgetUser(userId: string | null): Promise<void> {
    const { user } = this;
    this.user = userId;
    this.channel?.close();
    this.channel = undefined;
    this.plain = null;
    await this.end("unknown");
    if (user) await this.removeKeyOf(user);
    if (!userId || typeof BroadcastChannel === "undefined") return;
    this.channel = new BroadcastChannel(
      `journal sealed of ${userId} in ${this.base.offline.storage.name}`,
    );
    this.channel.onmessage = ({ data }) => {
      if (data === "locked") void this.end("locked");
      else void this.check().catch(() => {});
    };
  }

  /** The storage forgets a user who signs out; the secure store of a phone has to be told. */
  private async removeKeyOf(userId: string): Promise<void> {
    const { base: { offline: { storage }, options } } = this;
    const isThere = (await storage.read(`${partOf(userId)}plain`)).length > 0;
    if (!isThere) await keyPlace(storage, userId, options.deviceKeys).remove();
  }

  /** Opens the device, unless its key is of other packs, such as those before a restored backup. */
  private async opens(key: CryptoKey): Promise<boolean> {
    try {
      await this.open(key);
      return true;
    } catch (error) {
      if (!(error instanceof SealedError)) throw error;
      return false;
    }
  }

  private async open(key: CryptoKey): Promise<void> {
    const { base, userId } = this;
    const vault = new Vault(base.offline.storage, partOf(userId), this.plain!.vault, key);
    await vault.read("state/");
    const secret = fromBase64url(vault.get(SECRET), 32, "wrong_key");
    const account = await openAccount(secret, userId, this.plain!.account);
    wipe(secret);
    this.opened = { ...base, userId, api: this.api, account, vault };
    await this.changed(this.opened);
    this.touch();
    this.become("open");
  }

  /** Opens a locked device; overwrites the secret. */
  async unlock(secret: Bytes): Promise<void> {
    try {
      const bytes = await unlockedKey(this.userId, secret, this.plain!.wrapped);
      await this.keepPlain({ usedAt: this.now });
      await this.open(await this.place.write(bytes));
    } finally {
      wipe(secret);
    }
    this.channel?.postMessage("open");
  }

  /**
   * Opens this device with an account secret, which is overwritten. The values of an open device move
   * under the new keys.
   */
  async adopt(secret: Bytes, account: AccountKeys, slots: KeptSlot[]): Promise<void> {
    const { userId, base: { offline: { storage } } } = this;
    await openAccount(secret, userId, account);
    if (await this.unlocksWith(secret)) return await this.keepSlots(slots);
    const [vaultId, wrapped] = [crypto.randomUUID(), await newDeviceKey(userId, secret)];
    const before = this.opened?.vault.all("") ?? [];
    const lockAfter = this.plain?.lockAfter ?? null;
    const bytes = await unlockedKey(userId, secret, wrapped);
    const vault = new Vault(storage, partOf(userId), vaultId, await gcmKey(bytes.slice()));
    await vault.write([...before, [SECRET, toBase64url(secret)]]);
    vault.close();
    wipe(secret);
    await this.end("locked");
    const { x25519, ed25519 } = account;
    const plain = { wrapped, account: { x25519, ed25519 }, slots: slots.map(keptSlot) };
    // From here on the device is another; what was before goes last.
    await this.keepPlain({ ...plain, vault: vaultId, lockAfter, usedAt: this.now });
    await this.open(await this.place.write(bytes));
    const kept = [this.plainKey, `${partOf(userId)}key`, `${partOf(userId)}${vaultId}/`];
    const all = (await storage.read(partOf(userId))).map(([key]) => key);
    const old = all.filter((key) => !kept.some((beginning) => key.startsWith(beginning)));
    await storage.write(old.map((key) => [key, undefined]));
    this.isOutdated = false;
    this.channel?.postMessage("open");
  }

  /** A locked device of the same account keeps what waits on it. */
  private async unlocksWith(secret: Bytes): Promise<boolean> {
    if (!this.plain || this.opened) return false;
    try {
      await this.unlock(secret.slice());
    } catch (error) {
      if (!(error instanceof SealedError)) throw error;
      return false;
    }
    wipe(secret);
    return true;
  }

  async lock(): Promise<void> {
    await this.place.remove();
    await this.end("locked");
    this.channel?.postMessage("locked");
  }

  /** Forgets what is in memory; the device stays as open as it is. */
  async close(): Promise<void> {
    this.channel?.close();
    this.channel = undefined;
    await this.end("unknown");
  }

  /** Forgets what is in memory. */
  private async end(state: SealedState): Promise<void> {
    clearTimeout(this.timer);
    const { opened } = this;
    this.opened = null;
    if (opened) {
      await this.changed(null);
      opened.vault.close();
    }
    this.become(state);
  }

  async setLockAfter(ms: number | null): Promise<void> {
    await this.keepPlain({ lockAfter: ms, usedAt: this.now });
    this.touch();
  }

  async keepSlots(slots: KeptSlot[]): Promise<void> {
    if (this.plain) await this.keepPlain({ slots: slots.map(keptSlot) });
  }

  touch(): void {
    const { plain, now } = this;
    if (!plain || !this.opened) return;
    if (this.isLate()) return void this.check().catch(() => {});
    if (now - plain.usedAt > USE_IS_KEPT) {
      void this.keepPlain({ usedAt: now }).catch(() => {});
    } else plain.usedAt = now;
    this.watch();
  }

  /** Looks at the clock from time to time: a timer stands still while the computer sleeps. */
  private watch(): void {
    clearTimeout(this.timer);
    const { lockAfter } = this.plain!;
    if (lockAfter === null) return;
    const timer = setTimeout(async () => {
      // Another tab may have been used since.
      if (this.isLate()) await this.check().catch(() => {});
      if (this.opened) this.watch();
    }, Math.min(lockAfter + 1000, LOOK));
    this.timer = timer;
    // A program on Node may end meanwhile.
    (timer as { unref?(): void }).unref?.();
  }

  private isLate(): boolean {
    const { lockAfter, usedAt } = this.plain!;
    const unused = this.now - usedAt;
    // A clock that was set back proves nothing.
    return lockAfter !== null && (unused >= lockAfter || unused < -USE_IS_KEPT);
  }

  private async keepPlain(fields: Partial<Plain>): Promise<void> {
    const { base: { offline }, plainKey, userId } = this;
    this.plain = { ...this.plain, ...fields } as Plain;
    await offline.storage.write([[plainKey, this.plain]]);
    // Signing out, which has come between, leaves nothing.
    if (offline.userId !== userId) await offline.storage.write([[plainKey, undefined]]);
  }

  private become(state: SealedState): void {
    if (this.state === state) return;
    this.state = state;
    this.base.tell();
  }
}

const keptSlot = ({ id, kind, parameters, sealed_secret }: KeptSlot): KeptSlot => ({
  id,
  kind,
  parameters,
  sealed_secret,
});
