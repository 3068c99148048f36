/** The newest entries, which an app shows while a device opens at its start. */
import type { SealedEntry, SealedOptions } from "./types.ts";
import type { Vault } from "./vault.ts";

/** At most so many, in so many letters of JSON. */
const MOST = 50;
const LETTERS = 200_000;

export class Newest {
  private isShown = false;

  constructor(
    /** Undefined when the app shows none, or none any more. */
    private give: SealedOptions["newest"],
  ) {}

  /** @param stay throws when the user has signed out meanwhile */
  async show(vault: Vault, stay: () => void): Promise<void> {
    const entries = this.give && await vault.readFront();
    stay();
    if (Array.isArray(entries) && entries.length) this.call(entries);
  }

  /** The start is over; what is shown is taken back, unless the device is open. */
  end(isOpen: boolean): void {
    if (this.isShown && !isOpen) this.call([]);
    this.give = undefined;
  }

  private call(entries: readonly SealedEntry[]): void {
    this.isShown = true;
    try {
      this.give?.(entries);
    } catch (error) {
      // A fault of a screen does not keep the device from opening.
      console.error(error);
    }
  }
}

/** The entries that the next start shows first. @param entries all of them, the newest first */
export function newestOf(entries: readonly SealedEntry[]): readonly SealedEntry[] {
  let letters = 0;
  const newest = entries.slice(0, MOST);
  const end = newest.findIndex((entry) => (letters += JSON.stringify(entry).length) > LETTERS);
  return end < 0 ? newest : newest.slice(0, end);
}
