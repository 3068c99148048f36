/**
 * `npm run world -- --users 100000`: loads a population at size into a folder and keeps it.
 * `npm run world -- --users 1000 --db-url <address>` loads it into the database of a project that has
 * the migrations and no accounts, such as staging, as the role `postgres`.
 */
import { parseArgs } from "node:util";
import postgres from "postgres";
import { checkDatabaseUrl } from "../../tools/project.ts";
import { loadWorld } from "./load.ts";
import { keptWorld } from "./open.ts";
import { sizeOf } from "./size.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: { users: { type: "string" }, "db-url": { type: "string" } },
});
const url = values["db-url"];
const users = Number(values.users);
const most = url ? 10_000 : 10_000_000;
if (!Number.isInteger(users) || users < 1000 || users > most || users % 1000) {
  console.error(`--users: expected a multiple of 1000, at most ${most}`);
  Deno.exit(1);
}
const log = (line: string) => {
  console.log(`${(performance.now() / 60_000).toFixed(1)} min  ${line}`);
};

/** The database has the schema and nobody yet: made-up people never mix with real ones. */
async function mustBeEmpty(url: string): Promise<void> {
  checkDatabaseUrl(url);
  const sql = postgres(url, { max: 1 });
  try {
    const [{ schema }] = await sql<[{ schema: string | null }]>`
      select to_regclass('public.profiles')::text as schema`;
    if (!schema) throw new Error("The database has no schema yet: run `npm run deploy` first.");
    const people = await sql`select from auth.users limit 1`;
    if (people.length) {
      throw new Error("The database has accounts. Made-up people go into a project without any.");
    }
  } finally {
    await sql.end({ timeout: 1 });
  }
}

if (url) {
  await mustBeEmpty(url).catch((error) => {
    console.error(error.message);
    Deno.exit(1);
  });
  const password = crypto.randomUUID();
  await loadWorld(url, { ...sizeOf(users), heavyEntries: 5000, password }, log);
  console.log(`Accounts: bench1@example.com (a super admin) to bench${users - 1}@example.com.
Password of each, which is shown this once: ${password}`);
} else {
  await keptWorld(users, log);
}
Deno.exit(0);
