/** Loads a world into the database of a new platform, with both processors, and proves it. */
import postgres from "postgres";
import { loadChat } from "./chat.ts";
import { loadChanges, loadFiles } from "./derived.ts";
import { loadBadges, loadDrops } from "./drops.ts";
import { loadGroups } from "./groups.ts";
import { loadHabits } from "./habits.ts";
import { faultsOf } from "./invariants.ts";
import { loadInbox, loadJournal } from "./journal.ts";
import { loadLab } from "./lab.ts";
import { loadLedger, loadPurchases } from "./ledger.ts";
import { loadLists } from "./lists.ts";
import { createTools, inLanes, type Loader } from "./loading.ts";
import { loadMusic } from "./music.ts";
import { loadNotices } from "./notices.ts";
import { loadPeople } from "./people.ts";
import { loadResponses } from "./responses.ts";
import type { Size } from "./size.ts";
import { loadStreaks } from "./streaks.ts";
import { loadWorkout } from "./workout.ts";

/** Each phase reads what those before it have loaded; the longest loaders come first. */
const phases: Loader[][] = [
  [
    loadMusic,
    loadJournal,
    loadPeople,
    loadNotices,
    loadLedger,
    loadDrops,
    loadPurchases,
    loadHabits,
    loadGroups,
    loadLab,
    loadChat,
    loadInbox,
    loadLists,
  ],
  [loadWorkout, loadStreaks, loadResponses, loadBadges],
  [loadChanges, loadFiles],
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

/** Fills the database at `url`, the superuser's, by these loaders. */
export async function loadPhases(
  url: string,
  size: Size,
  phases: Loader[][],
  log: (line: string) => void,
): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await createTools(sql, size);
    for (const phase of phases) {
      await inLanes(url, phase, async (sql, loader) => {
        const start = performance.now();
        await loader({ ...size, sql, log });
        log(`${loader.name}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
      });
    }
    await sql`drop schema world cascade`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Fills the database at `url`, the superuser's, which has no rows but those of the migrations. Throws
 * with what is wrong when a foreign key or an invariant of the service does not hold afterwards.
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
    await sql`checkpoint`;
    return loaded;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
