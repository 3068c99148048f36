/**
 * `npm run super-admin -- ana@example.com`: makes the first super admin, in the running local
 * platform or in the database of `DATABASE_URL`, such as a hosted project's.
 */
import postgres from "postgres";
import { localDir, readStatus } from "../packages/local-supabase/helpers.ts";

const [email, ...rest] = Deno.args;
if (!email || rest.length > 0) {
  console.error("Usage: npm run super-admin -- <e-mail address of somebody who has signed up>");
  Deno.exit(1);
}

/** The database of `DATABASE_URL`, otherwise of the local platform. */
async function databaseUrl(): Promise<string> {
  const given = Deno.env.get("DATABASE_URL");
  if (given) return given;
  const status = await readStatus(localDir());
  if (status) return status.db_url;
  console.error("No platform is running here: npm start, or name a database in DATABASE_URL.");
  return Deno.exit(1);
}

const sql = postgres(await databaseUrl(), {
  max: 1,
  connect_timeout: 15,
  ssl: "prefer",
  onnotice: () => {},
});
try {
  const [row] = await sql`select private.make_super_admin(${email}) as said`;
  console.log(row!.said);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  Deno.exitCode = 1;
} finally {
  await sql.end();
}
