/** The account secret of a user: setting up, unlocking, locking, further ways in and devices. */
import type { Answer } from "../../api.ts";
import { JournalError } from "../../errors.ts";
import { fromBase64url, same, wipe, wiping } from "../bytes.ts";
import { enrolmentSigns, newEnrolment, openEnrolment, sealEnrolment } from "../enrolment.ts";
import { must, SealedError } from "../failures.ts";
import { newRecoveryCode, printRecoveryCode, readRecoveryCode } from "../recovery-code.ts";
import { newSlot, type Opener, type Slot } from "../slot.ts";
import type { KeptSlot, Plain } from "./device.ts";
import type { Lock } from "./lock.ts";
import { newAccount, opening, secretIn } from "./openers.ts";
import type { UserSession } from "./turns.ts";
import type { Joining, SealedState, SetUp, Unlocker, Way } from "./types.ts";

type Enrolments = Answer<"/api/sealed/enrolments", "get">["enrolments"];

const KINDS = { 1: "passphrase", 2: "recovery_code", 3: "passkey" } as const;

const shown = ({ id, kind, parameters }: Pick<KeptSlot, "id" | "kind" | "parameters">) => ({
  id,
  kind: KINDS[kind],
  parameters,
});

/** The keys of the user's account, and the ways to them. */
export class SealedKeys {
  /** The new ways in whose answer has not come. */
  private readonly unanswered = new Set<Slot & { label: string }>();
  /** The numbers of the last list of ways that was asked for, and of the last that was kept. */
  private asked = 0;
  private listed = 0;

  constructor(private readonly lockOf: Lock) {}

  /** Where this device stands; see `SealedState`. */
  get state(): SealedState {
    return this.lockOf.state;
  }

  /**
   * Finds out where this device stands: opens it when its key is there, and otherwise asks the
   * service. Without a network a device without keys stays `unknown`.
   */
  check(): Promise<SealedState> {
    return this.lockOf.check();
  }

  /**
   * Whether the user has started anew on another device, as a sync or a failed unlock has found. An open
   * device enters or joins again, and keeps what waits on it. A locked device first unlocks with a
   * former way in; without one it has to `forget` its keys.
   */
  get isOutdated(): boolean {
    return this.lockOf.questions.isOutdated;
  }

  /** How long (ms) the device stays open without `touch`; null for ever. */
  get lockAfter(): number | null {
    return this.lockOf.plain?.lockAfter ?? null;
  }

  /** Chooses after which time (ms) without use this device locks; null for never. */
  setLockAfter(ms: number | null): Promise<void> {
    return this.lockOf.setLockAfter(ms);
  }

  /** The user does something: the time until the device locks begins anew. */
  touch(): void {
    this.lockOf.touch();
  }

  /** Locks this device, in all tabs. Unsent writes stay on it, and are sent when it is open again. */
  lock(): Promise<void> {
    return this.lockOf.lock();
  }

  /**
   * Forgets the former keys of a locked device whose user has started anew elsewhere. It becomes a
   * `new_device`. Its unsent texts, drafts and files are lost: ask the user first.
   *
   * @throws {SealedError} refused when the device is open, or its keys are those of the account
   * @throws {JournalError} when the service could not be asked
   */
  forget(): Promise<void> {
    return this.lockOf.forget();
  }

  /** The ways in that this device has kept: they unlock it without a network. */
  get keptWays(): Pick<Way, "id" | "kind" | "parameters">[] {
    return (this.lockOf.plain?.slots ?? []).map(shown);
  }

  /**
   * The ways in that may unlock this device: the ways that it has kept and, with a network, the newer
   * ones. They name the passkeys of other devices: see `passkeyOf`.
   */
  async unlockingWays(): Promise<Pick<Way, "id" | "kind" | "parameters">[]> {
    const { session } = this.lockOf;
    const kept = this.keptWays;
    const all = await this.slots(session).catch(() => []);
    const isKept = ({ id }: { id: string }) => kept.some((way) => way.id === id);
    // Ways to keys before those of this device open nothing here; ways to later ones tell of them.
    const known = all.some(isKept) ? all.filter(isKept) : all;
    const least = Math.max(...known.map(({ generation }) => generation));
    const newer = all.filter((slot) => slot.generation >= least && !isKept(slot));
    return [...kept, ...newer.map(shown)];
  }

  /**
   * Unlocks this device, without a network. A way in that was added elsewhere needs one, the first time.
   *
   * @throws {SealedError} wrong_key when the way does not fit, refused when a code is mistyped. The cause
   * of wrong_key is a `JournalError` when the service could not tell whether there is a newer way. Look
   * at `isOutdated` then: the way may be one to newer keys.
   */
  async unlock(way: Unlocker): Promise<void> {
    const { plain, session } = this.lockOf;
    must(plain, "refused", "This device has no keys: join or enter first");
    const { secret, slots } = await opening(way, async (opener) => {
      try {
        return {
          ...await secretIn(session.userId, plain.slots, opener, plain.account),
          slots: null,
        };
      } catch (error) {
        if (!(error instanceof SealedError) || error.code !== "wrong_key") throw error;
        return await this.secretOfNewer(session, opener, plain);
      }
    });
    // Another tab may have entered anew, or the user may have signed out.
    if (this.lockOf.plain?.vault !== plain.vault) {
      wipe(secret);
      throw new SealedError("refused", "This device has other keys by now");
    }
    await this.lockOf.unlock(session, secret);
    if (slots) await this.lockOf.keepSlots(session, plain.vault, slots);
  }

  /** The secret in a slot that this device has not kept, and the slots that it keeps from now on. */
  private async secretOfNewer(session: UserSession, opener: Opener, { slots, account }: Plain) {
    const all = await this.slots(session).catch((cause) => {
      throw new SealedError("wrong_key", "This device has kept no such way in", { cause });
    });
    const isKept = ({ id, sealed_secret }: KeptSlot) =>
      slots.some((kept) => kept.id === id && kept.sealed_secret === sealed_secret);
    const newer = all.filter((slot) => !isKept(slot));
    // Keys of another generation are not those of this device.
    const { secret, slot } = await secretIn(session.userId, newer, opener, account)
      .catch(async (error) => {
        // Without an answer the way does not fit either.
        await this.lockOf.questions.compare(session).catch(() => {});
        throw error;
      });
    return { secret, slots: all.filter(({ generation }) => generation === slot.generation) };
  }

  /**
   * Opens a new device with a way in of the user, in place of an old device.
   *
   * @throws {SealedError} wrong_key when no slot opens, refused when a code is mistyped
   * @throws {JournalError} 409 `former_keys` for a locked device with former keys: unlock or `forget` them
   */
  async enter(way: Unlocker): Promise<void> {
    const { session } = this.lockOf;
    const adoption = await opening(way, async (opener) => {
      const account = await this.account(session);
      const slots = await this.slotsOf(session, account);
      const { secret } = await secretIn(session.userId, slots, opener, account);
      return { secret, account, slots };
    });
    await this.lockOf.adopt(session, adoption);
  }

  /**
   * Sets up sealed notebooks, or starts anew with other keys: with `anew`, after a fresh sign-in, when
   * every way in is lost or the secret may be known. Notebooks of others then count the user as gone
   * until they add the user again.
   */
  async setUp({ anew = false } = {}): Promise<SetUp> {
    const { lockOf } = this;
    const { session } = lockOf;
    const api = lockOf.apiOf(session);
    const code = newRecoveryCode();
    let [isConfirmed, isSent] = [false, false];
    let made: Awaited<ReturnType<typeof newAccount>> | undefined;
    return {
      recoveryCode: await printRecoveryCode(code),
      async confirm(typed) {
        const read = await readRecoveryCode(typed);
        const isThis = same(read, code);
        wipe(read);
        must(isThis, "refused", "This is not the recovery code of this setup");
        isConfirmed = true;
      },
      async finish(way, label) {
        must(isConfirmed, "refused", "Type the recovery code back first");
        // After a lost answer the same account is sent again.
        made ??= await newAccount(session.userId, code, way, label);
        const { secret, keys, slots } = made;
        if (!isSent) {
          await api.post("/api/sealed", { body: { ...keys, slots, ...anew && { anew } } });
        }
        isSent = true;
        await lockOf.adopt(session, { secret: secret.slice(), account: keys, slots, isAnew: anew });
        wipe(code, secret);
      },
    };
  }

  /** Begins joining on a new device: shows twelve signs, to be compared on an old one. */
  async join(): Promise<Joining> {
    const { session } = this.lockOf;
    const api = this.lockOf.apiOf(session);
    // Read before the enrolment is made, so that the service can choose nothing afterwards.
    const account = await this.account(session);
    const { keys, ...asked } = await newEnrolment();
    const { enrolment } = await api.post("/api/sealed/enrolments", { body: asked });
    return {
      id: asked.id,
      signs: await enrolmentSigns(session.userId, asked, account),
      expires_at: enrolment.expires_at,
      look: async () => {
        const { enrolment: { sealed_secret } } = await api.get("/api/sealed/enrolments/{id}", {
          params: { path: { id: asked.id } },
        });
        if (!sealed_secret) return false;
        const slots = await this.slotsOf(session, account);
        const answer = { id: asked.id, keys, sealed_secret };
        const secret = await openEnrolment(session.userId, answer, account);
        await this.lockOf.adopt(session, { secret, account, slots });
        return true;
      },
    };
  }

  /** The new devices of the user that ask this one. */
  async asking(): Promise<Enrolments> {
    return (await this.lockOf.apiOf().get("/api/sealed/enrolments")).enrolments;
  }

  /**
   * Hands the keys to a new device.
   *
   * @param signs as the user reads or scans them from the new device
   * @throws {SealedError} refused when they are those of another enrolment
   */
  async admit(enrolment: Enrolments[number], signs: string): Promise<void> {
    const { userId, account, api } = this.lockOf.device;
    const secret = this.lockOf.secret();
    const sealed_secret = await wiping(
      [secret],
      () => sealEnrolment(userId, enrolment, signs, account, secret),
    );
    await api.put("/api/sealed/enrolments/{id}", {
      params: { path: { id: enrolment.id } },
      body: { sealed_secret },
    });
  }

  /** The ways in that open the present keys. */
  ways(): Promise<Way[]> {
    return this.waysOf(this.lockOf.session);
  }

  private async waysOf(session: UserSession): Promise<Way[]> {
    const { questions, plain } = this.lockOf;
    const number = ++this.asked;
    const slots = await this.slots(session);
    const account = await questions.compare(session);
    const own = slots.filter(({ generation }) => generation === account?.generation);
    // The service lets nobody have less than a recovery code and another way in. A way that this device
    // has kept stays as it is: none is ever rewritten.
    const isWhole = own.some(({ kind }) => kind === 2) && own.some(({ kind }) => kind !== 2);
    // A device with former keys keeps the ways to those. A late list lacks what was added meanwhile.
    if (plain && isWhole && !questions.isOutdated && number > this.listed) {
      this.listed = number;
      const known = own.map((slot) => plain.slots.find(({ id }) => id === slot.id) ?? slot);
      await this.lockOf.keepSlots(session, plain.vault, known);
    }
    return own.map((slot) => ({
      ...shown(slot),
      label: slot.label,
      created_at: slot.created_at,
    }));
  }

  /**
   * Adds a way in, such as a recovery code that the user has written down. After a lost answer, call it
   * again with the same way: the user gets it once.
   */
  async addWay(way: Unlocker, label = ""): Promise<void> {
    const { session } = this.lockOf;
    const body = await opening(way, async (opener) => {
      const { userId, account } = this.lockOf.device;
      const { secret, slot } = await secretIn(userId, [...this.unanswered], opener, account)
        .catch(() => ({ secret: this.lockOf.secret(), slot: null }));
      return await wiping(
        [secret],
        async () => slot ?? { ...await newSlot(userId, opener, secret), label },
      );
    });
    const isAgain = this.unanswered.has(body);
    this.unanswered.add(body);
    await this.lockOf.apiOf(session)
      .post("/api/sealed/slots", { body, headers: { "Idempotency-Key": body.id } })
      .catch((error) => {
        if (!error.isTemporary) this.unanswered.delete(body);
        // The try before has arrived.
        if (!isAgain || error.code !== "id_taken") throw error;
      });
    this.unanswered.delete(body);
    // The way is added, though the service does not list it now.
    await this.waysOf(session).catch(() => {});
  }

  /**
   * Removes a way in: it opens no new device from then on. A device that has kept it still opens with it,
   * until the user looks at the `ways` in there.
   *
   * @throws {JournalError} 409 `last_slot`
   */
  async removeWay(id: string): Promise<void> {
    const { session } = this.lockOf;
    await this.lockOf.apiOf(session).delete("/api/sealed/slots/{id}", { params: { path: { id } } });
    await this.waysOf(session).catch(() => {});
  }

  private async account(session: UserSession) {
    const { account } = await this.lockOf.apiOf(session).get("/api/sealed");
    if (!account) throw new JournalError(409, "no_account", "Set up sealed notebooks first");
    for (const key of [account.x25519, account.ed25519]) fromBase64url(key, 32);
    return account;
  }

  /** The ways to the present keys of an account. */
  private async slotsOf(session: UserSession, account: { generation: number }) {
    const slots = await this.slots(session);
    return slots.filter(({ generation }) => generation === account.generation);
  }

  private async slots(session: UserSession) {
    return (await this.lockOf.apiOf(session).get("/api/sealed/slots")).slots;
  }
}
