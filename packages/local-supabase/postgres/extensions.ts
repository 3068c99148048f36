/**
 * The extensions of hosted Postgres that no npm package brings: pg_cron, pg_net, supabase_vault.
 *
 * Hosted migrations say `create extension pg_cron` and have to run here unchanged. Postgres 17
 * looks for extensions in its own share folder only, which lies in the project's node_modules; so
 * this file puts small stand-ins there, written in SQL, with the same tables, calls and grants.
 * `schedules.ts` runs the jobs and requests that they queue. They are `trusted`, so that the owner
 * of the database may create them without being a superuser, as on hosted.
 */
import { join } from "node:path";

const source = new URL("../bootstrap/extensions/", import.meta.url);

/** Puts the stand-ins where the server finds them. `serverFolder` holds its `share/`. */
export async function installExtensions(serverFolder: string): Promise<void> {
  const target = join(serverFolder, "share", "postgresql", "extension");
  for await (const { name } of Deno.readDir(source)) {
    await write(join(target, name), await Deno.readTextFile(new URL(name, source)));
  }
  for (const name of allowed) {
    const file = join(target, `${name}.control`);
    const text = await Deno.readTextFile(file);
    if (!/^trusted\b/m.test(text)) await write(file, `${text}trusted = true\n`);
  }
}

/** The server's own extensions that hosted lets the database's owner create; Postgres does not. */
const allowed = [
  "autoinc",
  "bloom",
  "dblink",
  "dict_xsyn",
  "earthdistance",
  "insert_username",
  "moddatetime",
  "pg_stat_statements",
  "pg_walinspect",
  "pgrowlocks",
  "postgres_fdw",
  "refint",
  "sslinfo",
];

async function write(file: string, text: string): Promise<void> {
  if (await Deno.readTextFile(file).catch(() => null) === text) return;
  // Another platform of this project may read the file at this moment.
  const temporary = `${file}.${crypto.randomUUID()}`;
  await Deno.writeTextFile(temporary, text);
  await Deno.chmod(temporary, 0o644);
  await Deno.rename(temporary, file);
}
