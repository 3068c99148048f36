/**
 * The differences between two databases, as the SQL that leads from one to the other. The Supabase
 * CLI finds most of them; this module adds the facts that the CLI does not see.
 */
import { join } from "node:path";
import postgres from "postgres";
import {
  freePort,
  projectRoot,
  readProjectConfig,
  scratchFolder,
} from "../packages/local-supabase/helpers.ts";
import {
  declare,
  migrate,
  type ProjectDatabase,
  startDatabase,
} from "../packages/local-supabase/mod.ts";
import { askCli } from "./deploy/cli.ts";
import { tidied } from "./draft.ts";
import { migrationFiles } from "./migrations.ts";
import { writeWords } from "./words.ts";

/** Addresses of databases of the role `postgres`, and a home folder for the CLI. */
interface BothDatabases {
  migrated: string;
  declared: string;
  home: string;
}

/**
 * Does `work` with two new databases: one has the project's migrations, or only those with names in
 * `chosen`; the other has its schemas.
 */
export async function withBothDatabases<T>(
  root: string,
  work: (databases: BothDatabases) => Promise<T>,
  chosen: (file: string) => boolean = () => true,
): Promise<T> {
  writeWords(root);
  const home = await scratchFolder("schemas");
  const { db: settings } = await readProjectConfig(root);
  const databases: ProjectDatabase[] = [];
  try {
    for (const name of ["migrated", "declared"]) {
      const dir = join(home, name);
      await Deno.mkdir(dir);
      databases.push(
        await startDatabase({ dir, port: freePort(), ephemeral: true, log: () => {} }),
      );
    }
    const [migrated, declared] = databases.map(({ url }) => url("postgres")) as [string, string];
    const folder = join(home, "supabase/migrations");
    await Deno.mkdir(folder, { recursive: true });
    for (const file of migrationFiles(root).filter(chosen)) {
      await Deno.copyFile(join(root, "supabase/migrations", file), join(folder, file));
    }
    await Promise.all([
      migrate(migrated, { root: home, settings, seed: false }),
      declare(declared, { root, settings }),
    ]);
    return await work({ migrated, declared, home });
  } finally {
    await Promise.all(databases.map(({ server }) => server.stop()));
    await Deno.remove(home, { recursive: true });
  }
}

/** Statements that lead from one database to the other, empty when both are alike. */
export async function schemaDifferences(from: string, to: string, home: string): Promise<string> {
  const draft = await objects(from, to, home);
  const [old, wanted] = [from, to].map((url) =>
    // Without the project's schemas, so that all names are qualified.
    postgres(url, { max: 1, connection: { search_path: "pg_catalog" } })
  );
  try {
    const parts = [await tidied(draft, old!, wanted!)];
    for (const query of facts) parts.push(await changedFacts(old!, wanted!, query));
    parts.push(await changedRows(old!, wanted!));
    return parts.filter(Boolean).map((part) => `${part}\n`).join("\n");
  } finally {
    await Promise.all([old!.end(), wanted!.end()]);
  }
}

/** The differences that the CLI finds, in its review format, which suits people. */
async function objects(from: string, to: string, home: string): Promise<string> {
  const output = join(home, "objects.sql");
  await Deno.writeTextFile(output, "");
  const ends = [`--from=${from}?sslmode=disable`, `--to=${to}?sslmode=disable`];
  const schemas = "--schema=public,private,auth,storage,realtime";
  const args = ["db", "diff", "--use-pg-delta", ...ends, schemas, `--output=${output}`];
  await askCli({ root: projectRoot, home, args });
  return (await Deno.readTextFile(output)).trim();
}

/** A fact that the CLI does not see: its name, the statement that makes it, and the undoing one. */
interface Fact {
  name: string;
  statement: string;
  undo: string | null;
  /** A new object is like this by itself. */
  given: boolean;
}

const ours = "('public'::regnamespace, 'private'::regnamespace)";

const facts = [
  // How much the planner knows of columns, and of expressions of indexes.
  `select c.oid::regclass || '.' || a.attname as name,
    format(case c.relkind when 'i' then 'alter index %s alter column %s set statistics %s;'
      else 'alter table %s alter column %4$I set statistics %3$s;' end,
      c.oid::regclass, a.attnum, coalesce(a.attstattarget, -1), a.attname) as statement,
    null as undo, coalesce(a.attstattarget, -1) = -1 as given
  from pg_attribute as a join pg_class as c on c.oid = a.attrelid
  where c.relnamespace in ${ours} and c.relkind in ('r', 'p', 'i')
    and a.attnum > 0 and not a.attisdropped
  order by c.oid, a.attnum`,
  `select format('%I.%I', s.stxnamespace::regnamespace, s.stxname) as name,
    format(E'drop statistics if exists %1$I.%2$I;\n%3$s;\nalter statistics %1$I.%2$I set statistics %4$s;',
      s.stxnamespace::regnamespace, s.stxname, pg_get_statisticsobjdef(s.oid),
      coalesce(s.stxstattarget, -1)) as statement,
    format('drop statistics %I.%I;', s.stxnamespace::regnamespace, s.stxname) as undo,
    false as given
  from pg_statistic_ext as s order by 1`,
  // Rows of a function are written in the order of its columns, so a new column comes last.
  `select c.oid::regclass || '.' || a.attname as name,
    format('-- In %s, %s has to come %s.', c.oid::regclass, a.attname, coalesce(
      'after ' || lag(a.attname) over (partition by c.oid order by a.attnum), 'first')) as statement,
    null as undo, true as given
  from pg_attribute as a join pg_class as c on c.oid = a.attrelid
  where c.relnamespace in ${ours} and c.relkind in ('r', 'p')
    and a.attnum > 0 and not a.attisdropped
  order by c.oid, a.attnum`,
  `select format('%s %s', s.setrole::regrole, k.key) as name,
    format('alter role %s set %s to %L;', s.setrole::regrole, k.key, k.value) as statement,
    format('alter role %s reset %s;', s.setrole::regrole, k.key) as undo, false as given
  from pg_db_role_setting as s, unnest(s.setconfig) as each,
    lateral (select split_part(each, '=', 1), substr(each, strpos(each, '=') + 1)) as k (key, value)
  where s.setrole <> 0 order by 1`,
  `select jobname as name,
    format('select cron.schedule(%L, %L, %L);', jobname, schedule, command) as statement,
    format('select cron.unschedule(%L);', jobname) as undo, false as given
  from cron.job where active order by 1`,
];

async function changedFacts(old: postgres.Sql, wanted: postgres.Sql, query: string) {
  const [had, has] = await Promise.all(
    [old, wanted].map(async (sql) =>
      new Map((await sql.unsafe<Fact[]>(query)).map((fact) => [fact.name, fact]))
    ),
  );
  return [
    ...[...had!.values()].filter(({ name }) => !has!.has(name)).map(({ undo }) => undo),
    ...[...has!.values()].filter(({ name, statement, given }) => {
      const before = had!.get(name);
      return before ? before.statement !== statement : !given;
    }).map(({ statement }) => statement),
  ].filter(Boolean).join("\n");
}

/** Tables in the order of their making, with their keys and the columns that schemas fill. */
const tables = `
  select c.oid::regclass::text as name,
    array_agg(quote_ident(a.attname) order by a.attnum) as columns,
    array_agg(quote_ident(a.attname) order by a.attnum)
      filter (where a.attnum = any (k.indkey)) as key
  from pg_class as c join pg_attribute as a on a.attrelid = c.oid
  join pg_index as k on k.indrelid = c.oid and k.indisprimary
  where (c.relnamespace in ${ours} or c.oid in ('auth.users'::regclass, 'storage.buckets'::regclass))
    -- Their rows tell clusters and transactions.
    and c.relname not in ('sync_eras', 'profile_changes')
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
    -- The time of the migration.
    and (a.atttypid <> 'timestamptz'::regtype
      or not a.atthasdef and a.attname not in ('created_at', 'updated_at'))
  group by c.oid order by c.oid`;

interface Table {
  name: string;
  columns: string[];
  key: string[] | null;
}

type Row = Record<string, string | null>;

const literal = (value: string | null | undefined) =>
  value == null ? "null" : `'${value.replaceAll("'", "''")}'`;

/** The rows of a table by their keys, each value as text. */
async function rowsOf(sql: postgres.Sql, { name, columns, key }: Table): Promise<Map<string, Row>> {
  const texts = columns.map((column, place) => `${column}::text as "${place}"`);
  const rows = await sql.unsafe<Row[]>(`select ${texts} from ${name}`);
  return new Map(rows.map((row) => {
    const named = Object.fromEntries(columns.map((column, place) => [column, row[place]!]));
    return [JSON.stringify(key!.map((column) => named[column])), named];
  }));
}

async function changedRows(old: postgres.Sql, wanted: postgres.Sql): Promise<string> {
  const had = new Map((await old.unsafe<Table[]>(tables)).map((table) => [table.name, table]));
  const deletions: string[] = [];
  const writes: string[] = [];
  for (const table of await wanted.unsafe<Table[]>(tables)) {
    const { name, columns, key } = table;
    if (!key) continue;
    const before = had.has(name) ? await rowsOf(old, had.get(name)!) : new Map<string, Row>();
    const rows = await rowsOf(wanted, table);
    for (const [id, row] of before) {
      const same = key.map((column) => `${column} = ${literal(row[column])}`).join(" and ");
      if (!rows.has(id)) deletions.unshift(`delete from ${name} where ${same};`);
    }
    const sets = columns.filter((column) => !key.includes(column))
      .map((column) => `${column} = excluded.${column}`);
    for (const [id, row] of rows) {
      if (columns.every((column) => before.get(id)?.[column] === row[column])) continue;
      const values = columns.map((column) => literal(row[column]));
      writes.push(
        `insert into ${name} (${columns.join(", ")})\nvalues (${values.join(", ")})\n` +
          `on conflict (${key.join(", ")}) do ${
            sets.length ? `update set ${sets.join(", ")}` : "nothing"
          };`,
      );
    }
  }
  return [...deletions, ...writes].join("\n");
}
