/** Unsaved texts of a user in sealed notebooks, under the key of the device. */
import type { Device } from "./device.ts";

const keyOf = (name: string) => `state/draft/${name}`;

export class SealedDrafts {
  constructor(
    /** @throws {SealedError} refused while the device is not open */
    private readonly opened: () => { device: Device },
    private readonly isOpen: () => boolean,
  ) {}

  /** A draft of this device; undefined where there is none, and while the device is locked. */
  get(name: string): unknown {
    return this.isOpen() ? this.opened().device.vault.get(keyOf(name)) : undefined;
  }

  /** The names of the drafts that begin with the prefix; none while the device is locked. */
  names(prefix = ""): string[] {
    if (!this.isOpen()) return [];
    const kept = this.opened().device.vault.all(keyOf(prefix));
    return kept.map(([key]) => key.slice(keyOf("").length));
  }

  /**
   * Keeps a value that JSON can carry, in place of the former one.
   * @throws {SealedError} refused while the device is not open
   */
  async keep(name: string, draft: unknown): Promise<void> {
    await this.opened().device.vault.write([[keyOf(name), draft]]);
  }

  /** Forgets a draft, also while it is still being kept. */
  async drop(name: string): Promise<void> {
    if (this.isOpen()) await this.keep(name, undefined);
  }
}
