/** Whether this device is open: where its key lies, when it locks, and what it forgets. */
import type { Api } from "../../api.ts";
import { notOpen } from "../../offline/copies.ts";
import { openAccount } from "../account.ts";
import { type Bytes, fromBase64url, wiping } from "../bytes.ts";
import { must, SealedError } from "../failures.ts";
import type { Adoption, Base, Device, KeptSlot, Plain } from "./device.ts";
import { unlockedKey } from "./device-key.ts";
import { Kept, keptSlot, USE_IS_KEPT } from "./kept.ts";
import { Newest } from "./newest.ts";
import { deviceKeyOf, plainKeyOf } from "./places.ts";
import { Questions } from "./questions.ts";
import { successorOf } from "./successor.ts";
import { type Session, Turns, type UserSession } from "./turns.ts";
import type { SealedState } from "./types.ts";
import { SECRET, Vault } from "./vault.ts";

/** How often (ms) an open device looks at the clock at least. */
const LOOK = 20_000;

export class Lock {
  state: SealedState = "unknown";
  /** The sign-in to which all of this belongs. */
  private of: Session = { userId: null };
  private opened: Device | null = null;
  /** The key could not be removed, and must not open this device again. */
  private mustShut = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private channel: BroadcastChannel | undefined;
  readonly questions: Questions;
  private readonly turns: Turns;
  private readonly kept: Kept;
  private readonly newest: Newest;
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
    this.newest = new Newest(base.options.newest);
    let { userId } = offline;
    this.stop = offline.subscribe(() => {
      if (offline.userId === userId) return;
      userId = offline.userId;
      this.newest.end(false);
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
    } finally {
      this.newest.end(this.state === "open");
    }
    return this.state;
  }

  private async look(session: Session): Promise<void> {
    if (session !== this.of) await this.begin(session);
    if (!session.userId) return;
    const user = session as UserSession;
    await this.refresh(user);
    if (this.plain && (this.mustShut || this.kept.isLate())) await this.shut(user);
    if (this.plain && !this.opened) {
      const key = await this.kept.placeOf(user).read();
      if (!key || !await this.opens(user, key)) this.become("locked");
    }
  }

  /** Reads what other tabs have kept, and closes what they have ended. */
  private async refresh(session: UserSession): Promise<void> {
    await this.kept.read(session);
    if (!this.plain && this.opened) await this.end("unknown");
    // Another tab has entered anew.
    if (this.opened && this.opened.vault.id !== this.plain?.vault) await this.end("locked");
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
      // Another tab has locked: nothing stays on the screen until this tab locks as well.
      if (data !== "open") this.newest.end(false);
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
    const vault = new Vault(base.offline.storage, userId, this.plain!.vault, key);
    await this.newest.show(vault, () => turns.stay(session));
    await vault.read("state/");
    const secret = fromBase64url(vault.get(SECRET), 32, "wrong_key");
    const account = await wiping(
      [secret],
      () => openAccount(secret, userId, this.plain!.account),
    );
    turns.stay(session);
    this.opened = { ...base, userId, api: this.apiOf(session), account, vault };
    await this.changed(this.opened);
    turns.stay(session);
    this.touch();
    this.become("open");
  }

  /** Opens a locked device; overwrites the secret. */
  async unlock(session: UserSession, secret: Bytes): Promise<void> {
    await wiping([secret], () => this.turns.next(session, () => this.unlockNext(session, secret)));
    this.channel?.postMessage("open");
  }

  private async unlockNext(session: UserSession, secret: Bytes): Promise<void> {
    await this.refresh(session);
    must(this.plain, "refused", "This device has no keys: join or enter first");
    const bytes = await unlockedKey(session.userId, secret, this.plain.wrapped);
    this.mustShut = false;
    const used = { usedAt: this.kept.now };
    await this.open(session, await this.kept.open(session, used, bytes));
  }

  /**
   * Opens this device with an account secret, which is overwritten. The values of an open device move
   * under the new keys.
   *
   * @throws {JournalError} 409 `former_keys` when those of a locked device would be lost
   */
  async adopt(session: UserSession, adoption: Adoption): Promise<void> {
    const work = () => this.adoptNext(session, adoption);
    await wiping([adoption.secret], () => this.turns.next(session, work));
    this.channel?.postMessage("open");
  }

  private async adoptNext(session: UserSession, adoption: Adoption): Promise<void> {
    const { secret, account, slots, isAnew } = adoption;
    const { kept } = this;
    const own = { slots: slots.map(keptSlot) };
    await openAccount(secret, session.userId, account);
    await this.refresh(session);
    if (await this.unlocksWith(session, secret)) return await kept.write(session, own);
    if (this.plain && !this.opened && !isAnew) this.questions.mustBeOf(account, this.plain);
    const { lockAfter } = this.plain ?? { lockAfter: null };
    const { storage } = this.offline;
    const next = await successorOf(this.opened?.vault, storage, session.userId, secret);
    const { id: vault, wrapped } = next;
    const { x25519, ed25519 } = account;
    const plain = { vault, wrapped, account: { x25519, ed25519 }, ...own, lockAfter };
    let key: CryptoKey;
    try {
      // From here on the device is another; what was before goes last.
      const bytes = await unlockedKey(session.userId, secret, wrapped);
      key = await kept.open(session, { ...plain, usedAt: kept.now }, bytes);
    } catch (error) {
      // Signing out, another tab or a full storage has come between. Where the device has changed, the
      // new keys unlock it.
      if (kept.plain?.vault !== vault) await kept.forget(session, next.has);
      throw error;
    }
    await next.finish();
    await this.end("locked");
    await this.open(session, key);
    const stay = [deviceKeyOf(session.userId), plainKeyOf(session.userId)];
    await kept.forget(session, (key) => !next.has(key) && !stay.includes(key));
  }

  /** Forgets the former keys of a locked device, and all that it keeps under them. */
  async forget(): Promise<void> {
    const { session } = this;
    await this.questions.compare(session);
    await this.turns.next(session, async () => {
      await this.look(session);
      const isFormer = this.questions.isOutdated && !this.opened;
      must(isFormer, "refused", "This device is open, or its keys are new");
      await this.kept.alone(session, async () => {
        await this.kept.placeOf(session).remove();
        await this.kept.forget(session, () => true);
      });
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
    this.mustShut = true;
    try {
      await this.kept.placeOf(session).remove();
      this.mustShut = false;
    } finally {
      // Also where the key cannot be removed, nothing stays on the screens.
      if (this.turns.isNow(session)) {
        await this.end("locked");
        this.channel?.postMessage("locked");
      }
    }
  }

  /** Forgets what is in memory; the device stays as open as it is. */
  async close(): Promise<void> {
    this.stop();
    this.channel?.close();
    this.channel = undefined;
    await this.turns.end();
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
    await this.keep(this.session, { lockAfter: ms, usedAt: this.kept.now });
    this.touch();
  }

  /** Keeps the ways in to the keys of a vault. */
  async keepSlots(session: UserSession, vault: string, slots: KeptSlot[]): Promise<void> {
    await this.keep(session, { slots: slots.map(keptSlot) }, vault);
  }

  touch(): void {
    const { kept: { plain, now }, of: session } = this;
    if (!plain || !this.opened) return;
    if (this.kept.isLate()) return void this.check().catch(() => {});
    if (now - plain.usedAt > USE_IS_KEPT) {
      this.keep(session as UserSession, { usedAt: now }).catch(() => {});
    }
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

  /** Keeps fields of a vault; nothing where the device has another one by then. */
  private async keep(session: UserSession, fields: Partial<Plain>, vault = this.plain?.vault) {
    await this.turns.next(session, async () => {
      await this.refresh(session);
      if (this.plain?.vault === vault && vault) await this.kept.write(session, fields);
    });
  }

  private become(state: SealedState): void {
    if (this.state === state) return;
    this.state = state;
    this.base.tell();
  }
}
