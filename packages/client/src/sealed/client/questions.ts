/** The questions of a device to the service about the account of its user. */
import { JournalError } from "../../errors.ts";
import type { AccountKeys } from "../account.ts";
import type { Base, Plain } from "./device.ts";
import type { UserSession } from "./turns.ts";
import type { SealedState } from "./types.ts";

export class Questions {
  /** The vault whose keys are not those of the account any more. */
  private former: string | null = null;
  /** The numbers of the last question of `stateOf`, and of the last that was answered. */
  private asked = 0;
  private answered = 0;

  constructor(private readonly base: Base, private readonly plain: () => Plain | null) {}

  /** Whether the user has started anew elsewhere, by the last answer of the service. */
  get isOutdated(): boolean {
    return this.former !== null && this.former === this.plain()?.vault;
  }

  /** Asks whether the keys of this device, open or locked, are still the account's; answers these. */
  async compare(session: UserSession) {
    const plain = this.plain();
    const account = await this.accountOf(session);
    if (plain) this.compareWith(account, plain);
    return account;
  }

  /** @throws {JournalError} 409 `former_keys` when the account has other keys than this device */
  mustBeOf(account: AccountKeys, plain: Plain): void {
    this.compareWith(account, plain);
    if (this.isOutdated) throw new JournalError(409, "former_keys", "This device has former keys");
  }

  private compareWith(account: AccountKeys | null, { vault, account: own }: Plain): void {
    // The device may have entered anew meanwhile, or be of another user.
    if (this.plain()?.vault !== vault) return;
    const { isOutdated } = this;
    const isOwn = account?.x25519 === own.x25519 && account.ed25519 === own.ed25519;
    this.former = isOwn ? null : vault;
    if (isOutdated === isOwn) this.base.tell();
  }

  /** Where a device without keys stands; null when a later question was answered before. */
  async stateOf(session: UserSession): Promise<SealedState | null> {
    const number = ++this.asked;
    const state = await this.accountOf(session).then(
      (account) => account ? "new_device" : "none",
      (error) => {
        if (!(error instanceof JournalError)) throw error;
        return error.status === 403 ? "none" : "unknown";
      },
    );
    if (number < this.answered) return null;
    this.answered = number;
    return state;
  }

  private async accountOf({ userId }: UserSession) {
    return (await this.base.offline.apiOf(userId).get("/api/sealed")).account;
  }
}
