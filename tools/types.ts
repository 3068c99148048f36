/**
 * `npm run types`: generates the types of the database for the code and the client, and the list of
 * the migrations.
 */
import { join } from "node:path";
import postgres from "postgres";
import { projectRoot as root } from "../packages/local-supabase/helpers.ts";
import { withThrowaway } from "../packages/local-supabase/mod.ts";
import { clientTypes, clientTypesFile } from "./client.ts";
import { askCli } from "./deploy/cli.ts";
import { formatted } from "./format.ts";
import { migrationsFile, migrationsModule } from "./migrations.ts";

interface Source {
  root: string;
  home: string;
  databaseUrl: string;
}

const HEAD = "// Made by `npm run types` from the migrations.\n\n";

/**
 * The modules that a migrated database gives the code, formatted, by path relative to the project's folder: its
 * types with the values of check constraints, the functions that write nothing, and the languages.
 */
export const databaseModules = async (source: Source): Promise<Record<string, string>> => ({
  "shared/generated/types.ts": await formatted(HEAD + await databaseTypes(source)),
  "shared/generated/reads.ts": await formatted(HEAD + await readFunctions(source)),
  "shared/generated/languages.ts": await formatted(HEAD + await userLanguages(source)),
});

async function databaseTypes({ root, home, databaseUrl }: Source): Promise<string> {
  const source = await askCli({
    root,
    home,
    args: ["gen", "types", `--remote=${databaseUrl}?sslmode=disable`, "--schema=public"],
  });
  return `${source}\n${await checkTypes(databaseUrl)}`;
}

/** The functions that the Data API may run in a read-only transaction, and so on a read replica. */
async function readFunctions({ databaseUrl }: Source): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const rows = await sql<{ name: string }[]>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and provolatile <> 'v'
      and (has_function_privilege('authenticated', oid, 'execute')
        or has_function_privilege('service_role', oid, 'execute'))
    order by proname`.finally(() => sql.end());
  return "/** The functions of the Data API that write nothing: stable or immutable. */\n" +
    `export const reads: ReadonlySet<string> = new Set(${
      JSON.stringify(rows.map(({ name }) => name))
    });`;
}

async function userLanguages({ databaseUrl }: Source): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const [row] = await sql`select private.languages() as codes`.finally(() => sql.end());
  return "/** The languages of users. */\n" +
    `export const languages = ${JSON.stringify(row!.codes)} as const;`;
}

/**
 * The values that check constraints allow, as a type: `Checks["goals"]["status"]` is
 * `"active" | "paused" | ...`. Read from constraints of one text column that list the values, or
 * that call a function of one argument that lists them. A column of a view has the values of the
 * column that it shows.
 */
async function checkTypes(databaseUrl: string): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const checks = await sql<
      { table: string; column: string; origin: string; nullable: boolean; expression: string }[]
    >`
      select t.relname as table, a.attname as column, t.oid || '.' || a.attnum as origin,
        not a.attnotnull as nullable,
        coalesce(f.prosrc, pg_get_expr(k.conbin, k.conrelid)) as expression
      from pg_constraint as k
      join pg_class as t on t.oid = k.conrelid
      join pg_attribute as a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
      left join pg_depend as d on d.classid = 'pg_constraint'::regclass and d.objid = k.oid
        and d.refclassid = 'pg_proc'::regclass
      left join pg_proc as f on f.oid = d.refobjid and f.pronargs = 1
      where k.contype = 'c' and a.atttypid = 'text'::regtype
        and k.connamespace in ('public'::regnamespace, 'private'::regnamespace)
      order by t.relname, a.attname`;
    const listed = checks.flatMap(({ table, column, origin, nullable, expression }) => {
      const values = listedValues(expression);
      if (nullable) values?.push("null");
      return values ? [{ table, column, origin, type: values.join(" | ") }] : [];
    });
    const views = await sql<{ view: string; query: string }[]>`
      select relname as view, pg_get_viewdef(oid) as query from pg_class
      where relkind = 'v' and relnamespace = 'public'::regnamespace order by relname`;
    for (const { view, query } of views) {
      for (const { name, table, number } of (await sql.unsafe(query).describe()).columns) {
        const shown = listed.find(({ origin }) => origin === `${table}.${number}`);
        if (shown) listed.push({ ...shown, table: view, column: name });
      }
    }
    const types = [...Map.groupBy(listed, ({ table }) => table)].map(([table, columns]) =>
      `${JSON.stringify(table)}: { ${
        columns.map(({ column, type }) => `${JSON.stringify(column)}: ${type};`).join(" ")
      } };\n`
    );
    return `/** The values that check constraints allow, by table and column. */
export type Checks = {\n${types.join("")}};\n`;
  } finally {
    await sql.end();
  }
}

const ANY_OF = /^\(\w+ = ANY \(ARRAY\[([^\]]*)\]\)\)$/;
const FUNCTION = /^\s*(?:begin\s+)?(?:select|return) \w+ in \(([^)]*)\);?\s*(?:end;?\s*)?$/;

/** The values of `x = any (array['a'::text, 'b'::text])` or of a function's `x in ('a', 'b')`. */
function listedValues(expression: string): string[] | undefined {
  const list = (ANY_OF.exec(expression) ?? FUNCTION.exec(expression))?.[1];
  return list?.match(/'[^']*'/g)?.map((value) => JSON.stringify(value.slice(1, -1)));
}

if (import.meta.main) {
  await withThrowaway({ root, env: {}, log: () => {} }, async ({ dir, status }) => {
    const made = await databaseModules({ root, home: dir, databaseUrl: status.db_url });
    made[migrationsFile] = migrationsModule(root);
    made[clientTypesFile] = await clientTypes();
    for (const [path, text] of Object.entries(made)) {
      const isSame = await Deno.readTextFile(join(root, path)).catch(() => null) === text;
      if (!isSame) await Deno.writeTextFile(join(root, path), text);
      console.log(isSame ? `${path} is up to date.` : `${path} is written.`);
    }
  });
  Deno.exit(0);
}
