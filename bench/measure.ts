/**
 * Times candidates against each other in the same run; only the ratio is comparable between
 * machines.
 */

/** Milliseconds. */
export interface Times {
  p50: number;
  p95: number;
  p99: number;
  longest: number;
}

const now = () => performance.now();

/** The times at some shares of all; zeros when there are none. */
export function summarize(samples: number[]): Times {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) };
}

/**
 * Runs the candidates in turn, `rounds` times each after a warm-up, so that noise of the machine
 * affects all of them equally. `swap` reverses their order in every other round, for requests to
 * which a pool in strict alternation would give a connection each.
 */
export async function compare<Name extends string>(
  rounds: number,
  candidates: Record<Name, (round: number) => Promise<unknown>>,
  { swap = false } = {},
): Promise<Record<Name, Times>> {
  const names = Object.keys(candidates) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    Name,
    number[]
  >;
  const warmUp = Math.ceil(rounds / 5);
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of swap && round % 2 ? names.toReversed() : names) {
      const start = now();
      await candidates[name](Math.abs(round));
      if (round >= 0) samples[name].push(now() - start);
    }
  }
  return Object.fromEntries(
    names.map((name) => [name, summarize(samples[name])]),
  ) as Record<Name, Times>;
}

/** Requests per second of `clients` concurrent clients over `seconds`. */
async function throughput(
  { clients, seconds }: { clients: number; seconds: number },
  request: () => Promise<unknown>,
): Promise<number> {
  const end = now() + seconds * 1000;
  let done = 0;
  await Promise.all(Array.from({ length: clients }, async () => {
    while (now() < end) {
      await request();
      done++;
    }
  }));
  return done / seconds;
}

/**
 * Requests per second of each candidate: the mean of `rounds` turns of two seconds after a first one,
 * so that noise of the machine affects all of them equally.
 */
export async function compareThroughput<Name extends string>(
  { clients, rounds }: { clients: number; rounds: number },
  candidates: Record<Name, () => Promise<unknown>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(candidates) as Name[];
  const rates = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const rate = await throughput({ clients, seconds: 2 }, candidates[name]);
      if (round > 0) rates[name] += rate / rounds;
    }
  }
  return rates;
}

/** A row of the report. */
export interface Row {
  what: string;
  measured: string;
  ratio?: number;
  /** Says in words which ratio is `ok`. */
  bar?: string;
  ok?: boolean;
  /** Why the service does not meet the bar, where it is known to miss it. */
  reason?: string;
}

/** How a bench measures on worlds. */
export interface WorldOptions {
  /** One size; all sizes unless it is given. */
  users?: number;
  /** Operations or jobs to measure; all unless it is given. */
  only?: string[];
  log: (line: string) => void;
  /** Is called with the rows of each operation or job. */
  keep: (rows: Row[]) => void;
}

/** A row whose ratio is at most `bar`. */
export const atMost = (what: string, measured: string, ratio: number, bar: number): Row => ({
  what,
  measured,
  ratio,
  bar: `<= ${bar}`,
  ok: ratio <= bar,
});

export const ms = (value: number, digits = 1): string => `${value.toFixed(digits)} ms`;
export const seconds = (ms: number, digits = 1): string => `${(ms / 1000).toFixed(digits)} s`;
