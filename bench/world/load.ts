/** Loads a world into the database of a new platform, with both processors, and proves it. */
import postgres from "postgres";
import { faultsOf } from "./invariants.ts";
import { balance, loadLedger, packsOf } from "./ledger.ts";
import { inLanes, type Loading, runFile } from "./loading.ts";
import type { Size } from "./size.ts";

/** Fills tables of its own, or others that a later phase has for itself: a file of SQL, or a function. */
type Loader = string | ((loading: Loading) => Promise<void>);

/** Each phase reads the rows of the phases before it; the longest loaders come first. */
const phases: Loader[][] = [
  [
    "music",
    "journal",
    "people",
    "notices",
    loadLedger,
    "drops",
    "purchases",
    "habits",
    "groups",
    "lab",
    "chat",
    "inbox",
    "lists",
  ],
  ["workout", "streaks", "responses", "badges"],
  ["changes", "files"],
];

/** Settings of the server while it loads. A crash would lose the world, which then has no marker. */
export const loadingSettings = {
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "1GB",
  checkpoint_timeout: "1h",
  shared_buffers: "1GB",
  autovacuum: "off",
};

/** The values of `:users`, `:share` and so on in the files. */
function valuesOf(size: Size): Record<string, string | number> {
  const { users, share, entries, heavyEntries, now, password } = size;
  return {
    users,
    password,
    share,
    entries,
    heavy: heavyEntries,
    now: now.toISOString(),
    days: Math.ceil(30 * share),
    // Synthetic users come after the others.
    all: users + Math.max(2, users / 1000),
    organizations: Math.ceil(users / 40),
    teams: Math.ceil(users / 8),
    // Organizations of 10,000. One user in `step` belongs to the organization with the number of
    // the remainder.
    large: Math.min(3, Math.max(1, Math.floor(users / 10_000))),
    step: Math.max(1, Math.floor(users / 10_000)),
    packs: packsOf(size),
    tracks: Math.max(1000, users / 10),
    balance: balance(size),
  };
}

/** Fills the database at `url`, of the superuser or of `postgres`, by these loaders. */
export async function loadPhases(
  url: string,
  size: Size,
  phases: Loader[][],
  log: (line: string) => void,
): Promise<void> {
  for (const phase of [["tools"], ...phases]) {
    await inLanes(url, phase, async (sql, loader) => {
      const start = performance.now();
      const loading = { ...size, values: valuesOf(size), sql, log };
      await (typeof loader === "string" ? runFile(loading, loader) : loader(loading));
      const name = typeof loader === "string" ? loader : loader.name;
      log(`${name}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
    });
  }
  await inLanes(url, ["world"], (sql, name) => sql`drop schema ${sql(name)} cascade`);
}

/**
 * Fills the database at `url`, of the superuser or of `postgres`, which has no rows but those of
 * the migrations. Throws with the faults when a foreign key or an invariant of the service does not
 * hold afterwards.
 */
export async function loadWorld(
  url: string,
  size: Size,
  log: (line: string) => void,
): Promise<{ rows: number; bytes: number }> {
  await loadPhases(url, size, phases, log);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    log("Vacuum");
    const tables = await sql<{ name: string; rows: number }[]>`
      select c.oid::regclass::text as name from pg_class as c
      where c.relkind = 'r' and c.relnamespace in (
        select oid from pg_namespace where nspname in ('public', 'private', 'auth', 'storage'))
      order by pg_relation_size(c.oid) desc`;
    await inLanes(url, tables, (sql, { name }) => sql.unsafe(`vacuum (freeze, analyze) ${name}`));

    log("Foreign keys and invariants");
    const faults = await faultsOf(url, size);
    if (faults.length) throw new Error(`The world is not whole:\n${faults.join("\n")}`);
    const [loaded] = await sql<[{ rows: number; bytes: number }]>`
      select sum(reltuples)::float8 as rows,
        pg_database_size(current_database())::float8 as bytes
      from pg_class
      where oid = any (${tables.map(({ name }) => name)}::text[]::regclass[]) and reltuples > 0`;
    return loaded;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
