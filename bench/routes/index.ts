/**
 * `npm run bench -- routes`: every operation on the worlds of several sizes. The numbers of each size
 * are kept in `bench/` of the local folder, from which `npm run scaling` makes the page of the docs.
 */
import { startStandIns } from "../../stand-ins/index.ts";
import { testEnvironment } from "../../tests/support/environment.ts";
import { keep, kept, merged } from "../kept.ts";
import type { Row } from "../measure.ts";
import { superuser } from "../superuser.ts";
import { type Marker, withWorld, worldOf } from "../world/open.ts";
import { bars, isRead, type Measured, measureRoutes, misses } from "./bench.ts";
import { reasons } from "./reasons.ts";
import { counting } from "./statements.ts";

export const sizes = [10_000, 100_000, 1_000_000];

/** How much longer an operation may take at the largest size than at the smallest. */
export const GROWTH = 1.5;

/** What is below this (ms) is not compared: the time of the Data API's own statements varies as much. */
const NOTICEABLE = 1;

const nameOf = (users: number) => `routes-${users}`;

/** What was measured last at a size, and on which world; undefined when nothing was. */
export const keptRoutes = (users: number): Measured[] | undefined => kept(nameOf(users));
export const measuredWorld = (users: number): Marker | undefined => kept(`world-${users}`);

/** The growth of an operation's median since the smallest size; undefined when it is not compared. */
export function growthOf(now: Measured, before?: Measured[]): number | undefined {
  const first = before?.find(({ operation }) => operation === now.operation);
  if (!first || first.failed || now.failed) return undefined;
  return Math.max(now.all.p50, NOTICEABLE) / Math.max(first.all.p50, NOTICEABLE);
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
  const rows: Row[] = [];
  for (const users of one ? [one] : sizes) {
    const measured = await measureSize({ users, calls, only }, log);
    rows.push(...measured.map((each) => rowOf(users, each)));
  }
  return rows;
}

async function measureSize(
  { users, calls, only }: Required<Pick<Chosen, "users" | "calls">> & Chosen,
  log: (line: string) => void,
): Promise<Measured[]> {
  const providers = await startStandIns();
  const env = { ...testEnvironment, ...providers.env, LOG_LEVEL: "error" };
  const before = only && keptRoutes(users) || [];
  try {
    return await withWorld(users, { env, log, postgres: counting }, async (platform) => {
      keep(`world-${users}`, await worldOf(users));
      const sql = await superuser(platform);
      try {
        return await measureRoutes(sql, platform, {
          users,
          calls,
          only,
          env,
          log,
          keep: (measured) =>
            keep(nameOf(users), merged(before, measured, (each) => each.operation)),
        });
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
export function verdict(measured: Measured, growth?: number): boolean | null {
  if (measured.failed) return false;
  const missed = misses(measured) || (growth ?? 0) > GROWTH;
  return missed && reasons[measured.operation] ? null : !missed;
}

function rowOf(users: number, measured: Measured): Row {
  const { operation, all, failed } = measured;
  const what = `${operation}, ${users.toLocaleString("en")} users`;
  if (failed) return { what, measured: `failed: ${failed}`.slice(0, 100), ok: false };
  const growth = users === sizes[0] ? undefined : growthOf(measured, keptRoutes(sizes[0]!));
  const ok = verdict(measured, growth);
  return {
    what,
    measured:
      `${all.p50.toFixed(1)} ms, p99 ${all.p99.toFixed(1)} ms, ${all.statements} statements, ` +
      `${all.rows} rows, ${all.buffers} buffers`,
    ratio: growth,
    bar: ok === null ? reasons[operation] : barOf(measured),
    ok: ok ?? undefined,
  };
}
