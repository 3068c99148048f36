/** `npm run bench -- routes`: every operation on the worlds of several sizes. */
import { startStandIns } from "../../packages/stand-ins/index.ts";
import { testEnvironment } from "../../tests/support/environment.ts";
import { ms, type Row, type WorldOptions } from "../measure.ts";
import { asSuperuser } from "../superuser.ts";
import { keptWorld, withWorld, worldOf } from "../world/open.ts";
import { sizeOf } from "../world/size.ts";
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

/**
 * The worlds that are open at once: the processor slows down and speeds up within minutes, so that
 * growth is measured between calls in turn. The third would not fit into the memory beside them.
 */
const together = [[100_000], [10_000, 1_000_000]];

/** Measures all sizes, or the chosen one; by each caller so many calls of an operation. */
export async function benchRoutes(
  { users: one, calls = 20, only, log, keep }: WorldOptions & { calls?: number },
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const group of one ? [[one]] : together) {
    for (const users of group) rows.push(await worldRow(users, log));
    const all = group.map((): Measured[] => []);
    await withSites(group, log, (sites) =>
      measureRoutes(sites, {
        calls,
        only,
        log,
        keep: (measured) => {
          const made = measured.map((each, i) => {
            all[i]!.push(each);
            return rowOf(group[i]!, each, i > 0 ? measured[0] : undefined);
          });
          keep(made);
          rows.push(...made);
        },
      }));
    if (!only) rows.push(...group.flatMap((users, i) => totalRows(users, all[i]!)));
  }
  return rows;
}

const inWords = (users: number) => `${users.toLocaleString("en")} users`;

/** How large a world is. */
async function worldRow(users: number, log: (line: string) => void): Promise<Row> {
  await keptWorld(users, log);
  const { rows, bytes, minutes } = (await worldOf(users))!;
  return {
    what: `the world of ${inWords(users)}`,
    measured: `${sizeOf(users).share} years of use, ${Math.round(rows)} rows, ` +
      `${(bytes / 1e9).toFixed(1)} GB, ${(bytes / users / 1e3).toFixed(0)} kB for each user, ` +
      `loaded in ${minutes} minutes`,
  };
}

/** Times that half and nine in ten of the reads, and of the writes, stay below. */
const totalRows = (users: number, all: Measured[]): Row[] =>
  [true, false].map((read) => {
    const measured = all.filter((each) => !each.failed && isRead(each) === read);
    const below = (share: number, of: (each: Measured) => number) =>
      ms(measured.map(of).sort((a, b) => a - b)[Math.ceil(measured.length * share) - 1] ?? 0);
    return {
      what: `all ${read ? "reads" : "writes"}, ${inWords(users)}`,
      measured: `half have a median below ${below(0.5, ({ all }) => all.p50)}, ` +
        `nine in ten below ${below(0.9, ({ all }) => all.p50)}; ` +
        `nine in ten have a p99 below ${below(0.9, ({ all }) => all.p99)}`,
    };
  });

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
    await withWorld(
      users,
      { env, log, postgres: counting },
      (platform) =>
        asSuperuser(platform, async (sql) => {
          const site = await openSite(sql, platform, { users, env });
          await withSites(others, log, (sites) => work([site, ...sites]));
        }),
    );
  } finally {
    await providers.stop();
  }
}

/** `first` is the same operation at the smallest size. */
function rowOf(users: number, measured: Measured, first?: Measured): Row {
  const { operation, method, path, all, failed } = measured;
  const what = `${method} ${path}, ${inWords(users)}`;
  if (failed) return { what, measured: `failed: ${failed}`.slice(0, 100), ok: false };
  const grown = first && !first.failed ? growth(measured, first) : undefined;
  const read = isRead(measured);
  const missed = misses(measured) || (grown ?? 0) > GROWTH;
  return {
    what,
    measured: `${ms(all.p50)}, p99 ${ms(all.p99)}, ${all.statements} statements, ` +
      `${all.rows} rows, ${all.buffers} buffers`,
    ratio: grown,
    bar: `<= ${read ? bars.read : bars.write} ms${read ? `, ${bars.statements} statements` : ""}`,
    ...(missed && reasons[operation] ? { reason: reasons[operation] } : { ok: !missed }),
  };
}
