/** Whether this device is open: where its key lies, when it locks, and what it forgets. */
import type { Api } from "../../api.ts";
import { JournalError } from "../../errors.ts";
import { notOpen, sealedPart as partOf } from "../../offline/copies.ts";
import { type AccountKeys, openAccount } from "../account.ts";
import { type Bytes, fromBase64url, toBase64url, wipe } from "../bytes.ts";
import { must, SealedError } from "../failures.ts";
import { gcmKey } from "../primitives.ts";
import type { Base, Device, KeptSlot, Plain } from "./device.ts";
import { newDeviceKey, unlockedKey } from "./device-key.ts";
import { Kept, keptSlot, plainKeyOf, USE_IS_KEPT } from "./kept.ts";
import { Questions } from "./questions.ts";
import { type Session, Turns, type UserSession } from "./turns.ts";
import type { SealedState } from "./types.ts";
import { Vault } from "./vault.ts";

const SECRET = "state/secret";
/** How often (ms) an open device looks at the clock at least. */
const LOOK = 20_000;

export class Lock {
  state: SealedState = "unknown";
  /** The sign-in to which all of this belongs. */
  private of: Session = { userId: null };
  private opened: Device | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private channel: BroadcastChannel | undefined;
  readonly questions: Questions;
  private readonly turns: Turns;
  private readonly kept: Kept;
  private readonly stop: () => void;

  constructor(
    private readonly base: Base,
    /** The device has opened, or (null) has locked or lost its user. */
    private readonly changed: (device: Device | null) => Promise<void>,
  ) {
    const { offline } = base;
    this.questions = new Questions(base, () => this.plain);
    this.turns = new Turns(offline);
    this.kept = new Kept(base, this.turns);
    let { userId } = offline;
    this.stop = offline.subscribe(() => {
      if (offline.userId === userId) return;
      userId = offline.userId;
      void this.check().catch(() => {});
    });
  }

  /** The open part of this device; null while it belongs to another sign-in. */
  get plain(): Plain | null {
    return this.turns.isNow(this.of) ? this.kept.plain : null;
  }

  /** The service as a user, by default as the one of now. */
  apiOf({ userId }: UserSession = this.session): Api {
    return this.offline.apiOf(userId);
  }

  /** The sign-in of now: work goes on with the one in which it began. @throws {JournalError} 401 */
  get session(): UserSession {
    const { session } = this.turns;
    if (!session.userId) throw notOpen();
    return session as UserSession;
  }

  get offline() {
    return this.base.offline;
  }

  /** @throws {SealedError} refused while the device is not open */
  get device(): Device {
    const isOpen = this.opened && this.turns.isNow(this.of);
    must(isOpen, "refused", "This device is locked, or has no keys");
    return this.opened!;
  }

  /** A copy of the account secret: overwrite it after use. */
  secret(): Bytes {
    return fromBase64url(this.device.vault.get(SECRET), 32, "wrong_key");
  }

  /** Finds out where this device stands. The service is asked beside all else: it may take long. */
  async check(): Promise<SealedState> {
    const { session } = this.turns;
    try {
      await this.turns.next(session, () => this.look(session));
      if (session.userId && !this.plain && !this.opened) await this.ask(session as UserSession);
    } catch (error) {
      if (this.turns.isNow(session)) throw error;
    }
    return this.state;
  }

  private async look(session: Session): Promise<void> {
    if (session !== this.of) await this.begin(session);
    if (!session.userId) return;
    const user = session as UserSession;
    await this.kept.read(user);
    if (!this.plain && this.opened) await this.end("unknown");
    if (this.plain && this.kept.isLate()) await this.shut(user);
    // Another tab has entered anew.
    if (this.opened && this.opened.vault.id !== this.plain?.vault) await this.end("locked");
    if (this.plain && !this.opened) {
      const key = await this.kept.placeOf(user).read();
      if (!key || !await this.opens(user, key)) this.become("locked");
    }
  }

  private async ask(session: UserSession): Promise<void> {
    const state = await this.questions.stateOf(session);
    // The device may have been opened meanwhile.
    if (!state || !this.turns.isNow(session) || this.plain || this.opened) return;
    this.become(state);
  }

  /** Another user has signed in, or nobody is signed in. */
  private async begin(session: Session): Promise<void> {
    const { of: { userId: former }, base: { offline: { storage } } } = this;
    const { userId } = session;
    this.of = session;
    this.channel?.close();
    this.channel = undefined;
    this.kept.plain = null;
    await this.end("unknown");
    if (former) await this.kept.removeKeyOf(former);
    this.turns.stay(session);
    if (!userId || typeof BroadcastChannel === "undefined") return;
    this.channel = new BroadcastChannel(`journal sealed of ${userId} in ${storage.name}`);
    this.channel.onmessage = ({ data }) => {
      const work = data === "locked"
        ? this.turns.next(session, () => this.end("locked"))
        : this.check();
      work.catch(() => {});
    };
  }

  /** Opens the device, unless its key is of other packs, such as those before a restored backup. */
  private async opens(session: UserSession, key: CryptoKey): Promise<boolean> {
    try {
      await this.open(session, key);
      return true;
    } catch (error) {
      if (!(error instanceof SealedError)) throw error;
      return false;
    }
  }

  private async open(session: UserSession, key: CryptoKey): Promise<void> {
    const { base, turns } = this;
    const { userId } = session;
    turns.stay(session);
    const vault = new Vault(base.offline.storage, partOf(userId), this.plain!.vault, key);
    await vault.read("state/");
    const secret = fromBase64url(vault.get(SECRET), 32, "wrong_key");
    const account = await openAccount(secret, userId, this.plain!.account);
    wipe(secret);
    turns.stay(session);
    this.opened = { ...base, userId, api: this.apiOf(session), account, vault };
    await this.changed(this.opened);
    turns.stay(session);
    this.touch();
    this.become("open");
  }

  /** Opens a locked device; overwrites the secret. */
  async unlock(session: UserSession, secret: Bytes): Promise<void> {
    await this.turns.next(session, () => this.unlockNext(session, secret))
      .finally(() => wipe(secret));
    this.channel?.postMessage("open");
  }

  private async unlockNext(session: UserSession, secret: Bytes): Promise<void> {
    must(this.plain, "refused", "This device has no keys: join or enter first");
    const bytes = await unlockedKey(session.userId, secret, this.plain.wrapped);
    await this.kept.write(session, { usedAt: this.kept.now });
    await this.open(session, await this.kept.writeKey(session, bytes));
  }

  /**
   * Opens this device with an account secret, which is overwritten. The values of an open device move
   * under the new keys. Those of a locked device with other keys are lost: the user has agreed with
   * `isAnew`.
   *
   * @throws {JournalError} 409 `former_keys` for such a device otherwise
   */
  async adopt(
    session: UserSession,
    secret: Bytes,
    account: AccountKeys,
    slots: KeptSlot[],
    { isAnew = false } = {},
  ): Promise<void> {
    await this.turns.next(session, () => this.adoptNext(session, secret, account, slots, isAnew))
      .finally(() => wipe(secret));
    this.channel?.postMessage("open");
  }

  private async adoptNext(
    session: UserSession,
    secret: Bytes,
    account: AccountKeys,
    slots: KeptSlot[],
    isAnew: boolean,
  ): Promise<void> {
    const { base: { offline: { storage } }, turns } = this;
    const { userId } = session;
    const part = partOf(userId);
    const own = { slots: slots.map(keptSlot) };
    await openAccount(secret, userId, account);
    if (await this.unlocksWith(session, secret)) return await this.kept.write(session, own);
    if (this.plain && !this.opened && !isAnew) this.mustBeOf(account, this.plain);
    const [vaultId, wrapped] = [crypto.randomUUID(), await newDeviceKey(userId, secret)];
    const before = this.opened?.vault.all("") ?? [];
    const lockAfter = this.plain?.lockAfter ?? null;
    const bytes = await unlockedKey(userId, secret, wrapped);
    turns.stay(session);
    const vault = new Vault(storage, part, vaultId, await gcmKey(bytes.slice()));
    await vault.write([...before, [SECRET, toBase64url(secret)]]);
    vault.close();
    const isNew = (key: string) => key.startsWith(`${part}${vaultId}/`);
    // Signing out, which has come between, leaves nothing.
    if (!turns.isNow(session)) await this.kept.forget(session, isNew);
    turns.stay(session);
    await this.end("locked");
    const { x25519, ed25519 } = account;
    const plain = { wrapped, account: { x25519, ed25519 }, ...own };
    // From here on the device is another; what was before goes last.
    await this.kept.write(session, { ...plain, vault: vaultId, lockAfter, usedAt: this.kept.now });
    await this.open(session, await this.kept.writeKey(session, bytes));
    const stays = [plainKeyOf(session), `${part}key`];
    await this.kept.forget(session, (key) => !isNew(key) && !stays.includes(key));
  }

  private mustBeOf(account: AccountKeys, plain: Plain): void {
    this.questions.compareWith(account, plain);
    if (!this.questions.isOutdated) return;
    throw new JournalError(409, "former_keys", "This device has former keys");
  }

  /** Forgets the former keys of a locked device, and all that it keeps under them. */
  async forget(): Promise<void> {
    const { session } = this;
    await this.questions.compare(session);
    await this.turns.next(session, async () => {
      await this.look(session);
      const isFormer = this.questions.isOutdated && !this.opened;
      must(isFormer, "refused", "This device is open, or its keys are new");
      await this.kept.placeOf(session).remove();
      await this.kept.forget(session, () => true);
      this.kept.plain = null;
      this.become("new_device");
    });
    this.channel?.postMessage("forgotten");
  }

  /** A locked device of the same account keeps what waits on it. */
  private async unlocksWith(session: UserSession, secret: Bytes): Promise<boolean> {
    if (!this.plain || this.opened) return false;
    try {
      await this.unlockNext(session, secret);
    } catch (error) {
      if (!(error instanceof SealedError)) throw error;
      return false;
    }
    return true;
  }

  async lock(): Promise<void> {
    const { session } = this;
    await this.turns.next(session, () => this.shut(session));
  }

  private async shut(session: UserSession): Promise<void> {
    await this.kept.placeOf(session).remove();
    this.turns.stay(session);
    await this.end("locked");
    this.channel?.postMessage("locked");
  }

  /** Forgets what is in memory; the device stays as open as it is. */
  async close(): Promise<void> {
    this.stop();
    this.turns.end();
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
    await this.keep({ lockAfter: ms, usedAt: this.kept.now });
    this.touch();
  }

  async keepSlots(slots: KeptSlot[]): Promise<void> {
    await this.keep({ slots: slots.map(keptSlot) });
  }

  touch(): void {
    const { kept: { plain, now } } = this;
    if (!plain || !this.opened) return;
    if (this.kept.isLate()) return void this.check().catch(() => {});
    if (now - plain.usedAt > USE_IS_KEPT) void this.keep({ usedAt: now }).catch(() => {});
    plain.usedAt = now;
    this.watch();
  }

  /** Looks at the clock from time to time: a timer stands still while the computer sleeps. */
  private watch(): void {
    clearTimeout(this.timer);
    const { lockAfter } = this.kept.plain!;
    if (lockAfter === null) return;
    const timer = setTimeout(async () => {
      // Another tab may have been used since.
      if (this.kept.isLate()) await this.check().catch(() => {});
      if (this.opened) this.watch();
    }, Math.min(lockAfter + 1000, LOOK));
    this.timer = timer;
    // A program on Node may end meanwhile.
    (timer as { unref?(): void }).unref?.();
  }

  private async keep(fields: Partial<Plain>): Promise<void> {
    const session = this.of as UserSession;
    await this.turns.next(session, async () => {
      if (this.plain) await this.kept.write(session, fields);
    });
  }

  private become(state: SealedState): void {
    if (this.state === state) return;
    this.state = state;
    this.base.tell();
  }
}
