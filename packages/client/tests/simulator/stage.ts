/**
 * The stage of a simulation: clock, identifiers and channels between windows, all from one seed, so
 * that a history repeats itself.
 */

/** Draws from a seed: the generator "mulberry32". */
function drawing(seed: number): (below: number) => number {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ seed >>> 15, 1 | seed);
    t = (t + Math.imul(t ^ t >>> 7, 61 | t)) ^ t;
    return ((t ^ t >>> 14) >>> 0) % below;
  };
}

/** A channel between windows, whose messages wait until `deliver`. */
class Channel {
  static open = new Set<Channel>();
  private static waiting: (() => void)[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;

  constructor(readonly name: string) {
    Channel.open.add(this);
  }

  postMessage(message: unknown): void {
    const data = structuredClone(message);
    for (const other of Channel.open) {
      if (other === this || other.name !== this.name) continue;
      Channel.waiting.push(() => {
        if (Channel.open.has(other)) other.onmessage?.({ data });
      });
    }
  }

  close(): void {
    Channel.open.delete(this);
  }

  static deliver(): void {
    for (const message of this.waiting.splice(0)) message();
  }
}

export interface Stage {
  /** Whether it has the time of day, which nobody moves. */
  isReal: boolean;
  /** The true time (ms). */
  now(): number;
  /** Moves the clock of the present device, in ms from the true time. */
  skew(ms: number): void;
  /** Lets time (ms) pass, and the windows hear of each other's writes. */
  next(ms?: number): void;
  /** Gives the program its own clock, identifiers and channels back. */
  end(): void;
}

/** Takes over clock, channels and, with a seed, identifiers; `realTime` keeps the time of day. */
export function setStage(seed: number, realTime = false): Stage {
  const { Date: RealDate, BroadcastChannel: RealChannel } = globalThis;
  const { crypto } = globalThis;
  const begin = RealDate.UTC(2026, 0, 1);
  let [elapsed, skewed] = [0, 0];
  const now = () => realTime ? RealDate.now() : begin + elapsed;
  class StagedDate extends RealDate {
    constructor(...given: unknown[]) {
      super(...(given.length ? given : [StagedDate.now()]) as [number]);
    }
    static override now = () => now() + skewed;
  }
  const draw = drawing(seed);
  const hex = (length: number) => Array.from({ length }, () => draw(16).toString(16)).join("");
  const ownUuid = Object.getOwnPropertyDescriptor(crypto, "randomUUID");
  Object.assign(globalThis, { Date: StagedDate, BroadcastChannel: Channel });
  if (!realTime) {
    Object.defineProperty(crypto, "randomUUID", {
      configurable: true,
      writable: true,
      value: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
    });
  }
  return {
    isReal: realTime,
    now,
    skew: (ms) => void (skewed = ms),
    next(ms = 1000) {
      elapsed += ms;
      skewed = 0;
      Channel.deliver();
    },
    end() {
      Object.assign(globalThis, { Date: RealDate, BroadcastChannel: RealChannel });
      if (ownUuid) Object.defineProperty(crypto, "randomUUID", ownUuid);
      else delete (crypto as { randomUUID?: unknown }).randomUUID;
      Channel.open.clear();
    },
  };
}
