/** The open part of a device: its slots, its times, and the place of its key. */
import { notOpen, sealedPrefix } from "../../offline/copies.ts";
import { lockOf } from "../../offline/locks.ts";
import { type Bytes, wiping } from "../bytes.ts";
import { must } from "../failures.ts";
import type { Base, KeptSlot, Plain } from "./device.ts";
import { type KeyPlace, keyPlace } from "./device-key.ts";
import { plainKeyOf } from "./places.ts";
import type { Turns, UserSession } from "./turns.ts";

/** How far (ms) the time of the last use that is kept may be behind. */
export const USE_IS_KEPT = 15_000;

export const keptSlot = ({ id, kind, parameters, sealed_secret }: KeptSlot): KeptSlot => ({
  id,
  kind,
  parameters,
  sealed_secret,
});

export class Kept {
  plain: Plain | null = null;

  constructor(private readonly base: Base, private readonly turns: Turns) {}

  get now(): number {
    return this.base.options.now?.() ?? Date.now();
  }

  placeOf({ userId }: { userId: string }): KeyPlace {
    return keyPlace(this.base.offline.storage, userId, this.base.options.deviceKeys);
  }

  /** Reads what this and other tabs have kept. */
  async read(session: UserSession): Promise<void> {
    const plainKey = plainKeyOf(session.userId);
    const found = await this.base.offline.storage.read(plainKey);
    this.turns.stay(session);
    const kept = found.find(([key]) => key === plainKey)?.[1] as Plain | undefined;
    const own = this.plain?.usedAt ?? 0;
    // A time of this tab that lies ahead is of a clock that was wrong.
    const usedAt = Math.max(kept?.usedAt ?? 0, own > this.now + USE_IS_KEPT ? 0 : own);
    this.plain = kept ? { ...kept, usedAt } : null;
  }

  /**
   * Changes fields of what this and other tabs have kept.
   * @throws {SealedError} refused when another tab has entered anew, or signed out, meanwhile
   */
  write(session: UserSession, fields: Partial<Plain>): Promise<void> {
    return this.alone(session, () => this.put(session, fields));
  }

  /**
   * Changes fields as `write` does, keeps the device's key, overwrites its bytes and answers it. The
   * fields come first: until they are there, the former key stays.
   */
  open(session: UserSession, fields: Partial<Plain>, bytes: Bytes): Promise<CryptoKey> {
    const work = () =>
      this.alone(session, async () => {
        await this.put(session, fields);
        const place = this.placeOf(session);
        const key = await place.write(bytes);
        if (this.turns.isNow(session)) return key;
        await place.remove();
        throw notOpen();
      });
    return wiping([bytes], work);
  }

  /** Works while no other tab changes the keys. @throws {SealedError} refused as `write` does */
  async alone<T>(session: UserSession, work: () => Promise<T>): Promise<T> {
    const { storage } = this.base.offline;
    const name = `${storage.name} ${plainKeyOf(session.userId)}`;
    return await lockOf(`journal keys of ${name}`)(async () => {
      const vault = this.plain?.vault;
      await this.read(session);
      must(this.plain?.vault === vault, "refused", "This device has other keys by now");
      return await work();
    });
  }

  private async put(session: UserSession, fields: Partial<Plain>): Promise<void> {
    const { storage } = this.base.offline;
    const plain = { ...this.plain, ...fields } as Plain;
    await storage.write([[plainKeyOf(session.userId), plain]]);
    this.plain = plain;
    // Signing out, which has come between, leaves nothing.
    if (this.turns.isNow(session)) return;
    await storage.write([[plainKeyOf(session.userId), undefined]]);
    throw notOpen();
  }

  /** Forgets the values of the user on this device whose keys fulfil the condition. */
  async forget({ userId }: UserSession, isGone: (key: string) => boolean): Promise<void> {
    const { storage } = this.base.offline;
    const keys = (await storage.read(sealedPrefix(userId))).map(([key]) => key);
    await storage.write(keys.filter(isGone).map((key) => [key, undefined]), true);
  }

  /** The storage forgets a user who signs out; the secure store of a phone has to be told. */
  async removeKeyOf(userId: string): Promise<void> {
    const isThere = (await this.base.offline.storage.read(plainKeyOf(userId))).length > 0;
    if (!isThere) await this.placeOf({ userId }).remove();
  }

  /** Whether the device was not used for so long that it locks. */
  isLate(): boolean {
    const { lockAfter, usedAt } = this.plain!;
    const unused = this.now - usedAt;
    // A clock that was set back proves nothing.
    return lockAfter !== null && (unused >= lockAfter || unused < -USE_IS_KEPT);
  }
}
