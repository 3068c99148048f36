/** The tools of the loaders: SQL functions in a schema `world`, slices of a year, tables without indexes. */
import postgres, { type Sql } from "postgres";
import { organizationSize, type Size, teamSize } from "./size.ts";

/** What a loader works with. */
export interface Loading extends Size {
  /** One connection, as superuser without triggers and foreign keys. */
  sql: Sql;
  log: (line: string) => void;
}

/** A part of the year, from 0 to 1. */
export interface Slice {
  from: number;
  to: number;
}

/** Fills tables of its own, or others that a later phase has for itself. */
export type Loader = (loading: Loading) => Promise<void>;

/**
 * Functions that the statements of the loaders use. All are inlined:
 * `user_id(n)`, and `number(id)`, its inverse; `id(kind, n)`: an id that is the same in every load, as a
 * client makes it; `id_at(kind, n, at)`: as the server makes it, ordered by time;
 * `dice(n, salt)`: a number from 0 to 1 that follows from `n`; `timezone`, `team` and `org` of user `n`; `at(t)`: the time at a part of the year;
 * `spread(mean, from, to, salt)`: the rows of all users in a slice of the year, row `j` of user `n`
 * at `t`. The first users have many more than the mean and the last ones half of it.
 */
export async function createTools(sql: Sql, { users, now }: Size): Promise<void> {
  const time = `timestamptz '${now.toISOString()}'`;
  await sql.unsafe(`
    create schema world;
    create function world.user_id(n bigint) returns uuid language sql immutable as
      $$ select ('b0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid $$;
    create function world.number(id uuid) returns bigint language sql immutable as
      $$ select right(id::text, 12)::bigint $$;
    create function world.id(kind text, n bigint) returns uuid language sql immutable as
      $$ select overlay(overlay(md5(kind || n) placing '4' from 13) placing 'a' from 17)::uuid $$;
    create function world.id_at(kind text, n bigint, at timestamptz) returns uuid
      language sql immutable as $$
        select overlay(overlay(md5(kind || n)
            placing lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' from 1)
          placing 'a' from 17)::uuid
      $$;
    create function world.dice(n bigint, salt bigint) returns double precision language sql immutable
      as $$ select (hashint8extended(n, salt) & 1048575) / 1048576.0::double precision $$;
    create function world.now() returns timestamptz language sql immutable as $$ select ${time} $$;
    create function world.at(t double precision) returns timestamptz language sql immutable as
      $$ select ${time} - (1 - t) * interval '365 days' $$;
    create function world.timezone(n bigint) returns text language sql immutable as
      $$ select case n % 10 when 1 then 'America/New_York' when 2 then 'Europe/Berlin' else 'UTC' end $$;
    create function world.team(n bigint) returns uuid language sql immutable as
      $$ select world.id('team', n / ${teamSize}) $$;
    create function world.org(n bigint) returns uuid language sql immutable as
      $$ select world.id('org', n / ${organizationSize}) $$;
    create function world.times(n bigint, mean double precision) returns integer
      language sql immutable as $$
        select case when mean < 1 then (n % round(1 / mean)::bigint = 0)::integer
          else greatest(1, round(mean * 0.5 / sqrt((n + 1) / ${users}.0)))::integer end
      $$;
    create function world.spread(
      mean double precision, low double precision, high double precision, salt bigint,
      heavy integer default null
    ) returns table (n integer, j integer, t double precision) language sql immutable as $$
      select u.n, j, (j + u.phase) / u.times
      from (
        select n, world.dice(n, salt) as phase,
          case when n = 0 and heavy > 0 then heavy else world.times(n, mean) end as times
        from generate_series(0, ${users - 1}) as n
      ) as u
      cross join lateral generate_series(
        ceil(low * u.times - u.phase)::integer, ceil(high * u.times - u.phase)::integer - 1
      ) as j
      where j between 0 and u.times - 1
    $$;`);
}

const number = (n: number) => Math.round(n).toLocaleString("en");

/**
 * Fills one table, or several from the same slice: `insert` makes the statements. Says how far it is.
 */
export async function fill(
  { sql, log }: Loading,
  table: string,
  insert: string | ((slice: Slice) => string),
  slices = 1,
): Promise<void> {
  let rows = 0;
  for (let slice = 0; slice < slices; slice++) {
    const text = typeof insert === "string"
      ? insert
      : insert({ from: slice / slices, to: (slice + 1) / slices });
    for (const statement of text.split(/;\s*\n/)) {
      const { command, count } = await sql.unsafe(statement).catch((error) => {
        const at = Number(error.position ?? 1);
        const place = statement.slice(Math.max(0, at - 80), at + 80);
        throw new Error(`${table}: ${error.message}\n${place}`, { cause: error });
      });
      if (command === "INSERT") rows += count;
    }
    if (slices > 1 && slice < slices - 1 && slice % 5 === 4) {
      log(`  ${table}: ${number(rows)} rows, ${Math.round((slice + 1) / slices * 100)} %`);
    }
  }
  log(`  ${table}: ${number(rows)} rows`);
}

/** As many slices as make statements of about 300,000 rows. */
export const slicesOf = (rows: number): number => Math.max(1, Math.ceil(rows / 300_000));

/**
 * Stops the writing to all indexes of tables that are about to be filled, also those of constraints.
 * The returned function builds them, which takes a fraction of the time that filling them row by row
 * takes, and checks the unique ones. Nothing can be found through them meanwhile.
 */
export async function pauseIndexes(sql: Sql, ...tables: string[]): Promise<() => Promise<void>> {
  await sql`
    update pg_catalog.pg_index set indisready = false, indisvalid = false
    where indrelid = any (${tables}::text[]::regclass[])`;
  return async () => {
    for (const table of tables) await sql.unsafe(`reindex table ${table}`);
  };
}

/** Does `work` while the indexes of the tables are paused. */
export async function withoutIndexes(
  sql: Sql,
  tables: string[],
  work: () => Promise<unknown>,
): Promise<void> {
  const buildIndexes = await pauseIndexes(sql, ...tables);
  await work();
  await buildIndexes();
}

/** Sessions that load at the same time. */
const lanes = 2;

const session = {
  session_replication_role: "replica",
  synchronous_commit: "off",
  work_mem: "256MB",
  maintenance_work_mem: "768MB",
  max_parallel_maintenance_workers: "1",
  jit: "off",
};

/** Runs tasks in their order on connections of their own, and stops at the first failure. */
export async function inLanes<T>(
  url: string,
  tasks: T[],
  run: (sql: Sql, task: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...tasks];
  const connections = Array.from(
    { length: Math.min(lanes, tasks.length) },
    () => postgres(url, { max: 1, max_lifetime: null, onnotice: () => {}, connection: session }),
  );
  try {
    await Promise.all(connections.map(async (sql) => {
      for (let task = waiting.shift(); task; task = waiting.shift()) {
        await run(sql, task).catch((error) => {
          waiting.length = 0;
          throw error;
        });
      }
    }));
  } finally {
    await Promise.all(connections.map((sql) => sql.end({ timeout: 1 })));
  }
}
