/** Runs the files of SQL that fill a world. */
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import type { Size } from "./size.ts";

/** The tools and numbers of a loader. */
export interface Loading extends Size {
  /** The values of `:users`, `:share` and so on in the files. */
  values: Record<string, string | number>;
  /** One connection, without triggers and foreign keys. */
  sql: Sql;
  log: (line: string) => void;
}

const number = (n: number) => Math.round(n).toLocaleString("en");

/**
 * Runs a file of this folder. It has blocks that begin with `-- fill <what>` or `-- step <what>`. A
 * block to fill pauses the indexes of the tables that it inserts into. With `, 2 an entry` (a user, an
 * account) behind its name it is run for one part of the year after the other (`:from`, `:to`), so that
 * no statement has many more than 300,000 rows. A line of SQL at the margin begins a statement when the
 * line before ends with a semicolon.
 */
export async function runFile(loading: Loading, name: string): Promise<void> {
  const { sql, log, values, users, share, entries, heavyEntries } = loading;
  const units: Record<string, number> = {
    user: users * share,
    account: Number(values.all),
    entry: entries * users + heavyEntries,
  };
  const file = await Deno.readTextFile(join(import.meta.dirname!, `${name}.sql`));
  for (const block of file.split(/^-- (?=fill |step )/m).slice(1)) {
    const [, verb, what, each, unit] = /^(fill|step) (.*?)(?:, (\d+) an? (user|account|entry))?\n/
      .exec(block)!;
    const slices = unit ? Math.max(1, Math.ceil(Number(each) * units[unit]! / 300_000)) : 1;
    const tables = verb === "fill"
      ? [...new Set(Array.from(block.matchAll(/insert into (\w+\.\w+)/g), ([, table]) => table!))]
      : [];
    const buildIndexes = await pauseIndexes(sql, ...tables);
    let rows = 0;
    for (let slice = 0; slice < slices; slice++) {
      const all = { ...values, from: slice / slices, to: (slice + 1) / slices };
      rows += await runStatements(sql, block.slice(block.indexOf("\n")), all)
        .catch((error) => {
          throw new Error(`${what}: ${error.message}`, { cause: error });
        });
    }
    await buildIndexes();
    if (rows) log(`  ${what}: ${number(rows)} rows`);
  }
}

/** Returns how many rows were inserted. */
async function runStatements(
  sql: Sql,
  text: string,
  values: Record<string, string | number>,
): Promise<number> {
  let rows = 0;
  const filled = text.replace(
    /(?<![:\w]):([a-z]+)\b/g,
    (name, key) => key in values ? String(values[key]) : name,
  );
  for (const statement of filled.split(/;\n(?=\S)/)) {
    if (!/^(?!--)\S/m.test(statement)) continue;
    const { command, count } = await sql.unsafe(statement).catch((error) => {
      const at = Number(error.position ?? 1);
      throw new Error(`${error.message}\n${statement.slice(Math.max(0, at - 80), at + 80)}`, {
        cause: error,
      });
    });
    if (command === "INSERT") rows += count;
  }
  return rows;
}

/**
 * Stops the writing to all indexes of tables that are about to be filled, also those of
 * constraints. The returned function builds them, which takes a fraction of the time that filling
 * them row by row takes, and checks the unique ones. Nothing can be found through them meanwhile.
 * Only a superuser may do this; for other roles indexes are filled row by row.
 */
export async function pauseIndexes(sql: Sql, ...tables: string[]): Promise<() => Promise<void>> {
  const [{ is_superuser }] = await sql<[{ is_superuser: string }]>`show is_superuser`;
  if (is_superuser === "off") return () => Promise.resolve();
  await sql`
    update pg_catalog.pg_index set indisready = false, indisvalid = false
    where indrelid = any (${tables}::text[]::regclass[])`;
  return async () => {
    for (const table of tables) await sql.unsafe(`reindex table ${table}`);
  };
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
