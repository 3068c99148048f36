/**
 * `npm run bench -- routes`: every operation on the worlds of several sizes. The numbers of each size
 * are kept in `bench/` of the local folder, from which `npm run scaling` makes the page of the docs.
 */
import { startStandIns } from "../../packages/stand-ins/index.ts";
import { testEnvironment } from "../../tests/support/environment.ts";
import { keep, kept, merged } from "../kept.ts";
import type { Row } from "../measure.ts";
import { superuser } from "../superuser.ts";
import { keptWorld, type Marker, withWorld, worldOf } from "../world/open.ts";
import {
  bars,
  GROWTH,
  growth,
  isRead,
  type Measured,
  measureRoutes,
  misses,
  openSite,
  type Site,
} from "./bench.ts";
import { reasons } from "./reasons.ts";
import { counting } from "./statements.ts";

export const sizes = [10_000, 100_000, 1_000_000];

/**
 * The worlds that are open at once: the processor slows down and speeds up within minutes, so that
 * growth is measured between calls in turn. The third would not fit into the memory beside them.
 */
const together = [[100_000], [10_000, 1_000_000]];

const nameOf = (users: number) => `routes-${users}`;

/** What was measured last at a size, and on which world; undefined when nothing was. */
export const keptRoutes = (users: number): Measured[] | undefined => kept(nameOf(users));
export const measuredWorld = (users: number): Marker | undefined => kept(`world-${users}`);

/** The growth of an operation's median since the smallest size; undefined when it is not compared. */
export function growthOf(now: Measured, before?: Measured[]): number | undefined {
  const first = before?.find(({ operation }) => operation === now.operation);
  return !first || first.failed || now.failed ? undefined : growth(now, first);
}

export interface Chosen {
  users?: number;
  /** Of an operation by each of the callers. */
  calls?: number;
  only?: string[];
}

/** Measures all sizes, or one. */
export async function benchRoutes(
  { users: one, calls = 20, only }: Chosen,
  log: (line: string) => void,
): Promise<Row[]> {
  for (const group of one ? [[one]] : together) {
    for (const users of group) await keptWorld(users, log);
    const before = new Map(group.map((users) => [users, only && keptRoutes(users) || []]));
    await withSites(group, log, (sites) =>
      measureRoutes(sites, {
        calls,
        only,
        log,
        keep: ({ users }, measured) =>
          keep(nameOf(users), merged(before.get(users)!, measured, (each) => each.operation)),
      }));
  }
  return (one ? [one] : sizes).flatMap((users) =>
    keptRoutes(users)!.filter(({ operation }) => only?.includes(operation) ?? true)
      .map((each) => rowOf(users, each))
  );
}

/** Opens copies of worlds at once, each with outside providers of its own. */
async function withSites(
  [users, ...others]: number[],
  log: (line: string) => void,
  work: (sites: Site[]) => Promise<void>,
): Promise<void> {
  if (!users) return await work([]);
  const providers = await startStandIns();
  const env = { ...testEnvironment, ...providers.env, LOG_LEVEL: "error" };
  try {
    await withWorld(users, { env, log, postgres: counting }, async (platform) => {
      keep(`world-${users}`, await worldOf(users));
      const sql = await superuser(platform);
      try {
        const site = await openSite(sql, platform, { users, env });
        await withSites(others, log, (sites) => work([site, ...sites]));
      } finally {
        await sql.end({ timeout: 1 });
      }
    });
  } finally {
    await providers.stop();
  }
}

const barOf = (measured: Measured): string => {
  const read = isRead(measured);
  return `<= ${read ? bars.read : bars.write} ms${read ? `, ${bars.statements} statements` : ""}`;
};

/** Whether an operation meets its bars, the growth included; null when a reason excuses it. */
export function verdict(measured: Measured, grown?: number): boolean | null {
  if (measured.failed) return false;
  const missed = misses(measured) || (grown ?? 0) > GROWTH;
  return missed && reasons[measured.operation] ? null : !missed;
}

function rowOf(users: number, measured: Measured): Row {
  const { operation, all, failed } = measured;
  const what = `${operation}, ${users.toLocaleString("en")} users`;
  if (failed) return { what, measured: `failed: ${failed}`.slice(0, 100), ok: false };
  const grown = users !== sizes.at(-1) ? undefined : growthOf(measured, keptRoutes(sizes[0]!));
  const ok = verdict(measured, grown);
  return {
    what,
    measured:
      `${all.p50.toFixed(1)} ms, p99 ${all.p99.toFixed(1)} ms, ${all.statements} statements, ` +
      `${all.rows} rows, ${all.buffers} buffers`,
    ratio: grown,
    bar: ok === null ? reasons[operation] : barOf(measured),
    ok: ok ?? undefined,
  };
}
