/** Fills the vault with values for the database: the address of the functions, and secrets. */
import type { Sql } from "postgres";

/**
 * Puts the functions' address, and the cron secrets and shared `keys` of their environment, into
 * the vault, over the values of an earlier start. Removes secrets that the environment no longer
 * has.
 */
export async function fillVault(
  sql: Sql,
  functionsUrl: string,
  env: Record<string, string>,
  keys: string[],
): Promise<void> {
  const secrets = Object.entries(env).filter(([name, value]) =>
    (name.endsWith("_CRON_SECRET") || keys.includes(name)) && value.trim()
  );
  await sql.begin(async (transaction) => {
    await transaction`
      delete from vault.secrets
      where name = 'functions_url' or name like '%\\_CRON\\_SECRET' or name = any (${keys})`;
    for (const [name, value] of [["functions_url", functionsUrl], ...secrets] as const) {
      await transaction`select vault.create_secret(${value.trim()}, ${name})`;
    }
  });
}
