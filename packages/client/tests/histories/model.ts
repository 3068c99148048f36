/** The ends of a history that the writes of all devices allow. */
import type { Conflict, Kind } from "@journal/client";
import type { Device } from "./device.ts";

interface Write {
  device: Device;
  id: string;
  /** The text that the device showed before: the write replaces it knowingly. */
  replaces: string | undefined;
  /** The device has given the write up, because another device was faster. */
  isWithdrawn: boolean;
}

/** Every write has a text of its own, so the text of an object tells which write it is. */
export class Model {
  private readonly writes = new Map<string, Write>();
  /** Objects by id, with the goal of a check-in. */
  private readonly made = new Map<string, { kind: Kind; goal?: string }>();
  private readonly removed = new Map<string, { isGuarded: boolean }>();
  /** Whether something of before may be missing: a backup was restored. */
  private isRestored = false;
  /**
   * The objects that the backup lacked. Their removal finds nothing there, and a device without an
   * answer creates them again.
   */
  private lost = new Set<string>();
  private count = 0;

  constructor(private readonly lane: string) {}

  newText(): string {
    return `${this.lane} ${++this.count}`;
  }

  creates(device: Device, kind: Kind, id: string, text: string, goal?: string): void {
    this.made.set(id, { kind, goal });
    this.writes.set(text, { device, id, replaces: undefined, isWithdrawn: false });
  }

  edits(device: Device, id: string, text: string, replaces: string | undefined): void {
    this.writes.set(text, { device, id, replaces, isWithdrawn: false });
  }

  /** A device that removes an object gives up its writes of before, also when the removal is refused. */
  removes(device: Device, id: string, isGuarded: boolean): void {
    this.withdraws(device, id);
    this.removed.set(id, { isGuarded: isGuarded && this.removed.get(id)?.isGuarded !== false });
  }

  givesWay(device: Device, { id }: Conflict): void {
    this.withdraws(device, id);
  }

  private withdraws(device: Device, id: string): void {
    for (const write of this.writes.values()) {
      if (write.device === device && write.id === id) write.isWithdrawn = true;
    }
  }

  /** The writes of before are not asked for any more: the backup may not have them. */
  restored(server: ReadonlySet<string>): void {
    this.isRestored = true;
    this.lost = new Set(this.made.keys()).difference(server);
    this.writes.clear();
    this.removed.clear();
  }

  /** The faults in the rows of the server, once every device has sent everything. */
  faults(server: Map<string, { text: string | undefined }>): string[] {
    const faults: string[] = [];
    for (const id of server.keys()) {
      if (!this.made.has(id)) faults.push(`${id} was made twice: no device has chosen this id`);
      if (this.removed.get(id)?.isGuarded === false && !this.lost.has(id)) {
        faults.push(`${id} is back from its removal`);
      }
    }
    for (const { id, replaces } of this.writes.values()) {
      const { goal } = this.made.get(id)!;
      const mayBeGone = this.removed.has(id) || goal && this.removed.has(goal) ||
        // If it was made before the backup, the backup may lack it.
        this.isRestored && (replaces !== undefined || goal);
      if (!server.has(id) && !mayBeGone) faults.push(`${id} was accepted and is missing`);
    }
    for (const [text, { id, replaces, isWithdrawn }] of this.writes) {
      if (!isWithdrawn && replaces && server.get(id)?.text === replaces) {
        faults.push(`${id} is "${replaces}" again, which "${text}" has replaced`);
      }
    }
    return faults;
  }
}
