/** The secrets in the vault of the database. */
import { sql } from "./sql.ts";

/** The keys that sign the headers of personal tokens, as `PERSONAL_TOKEN_KEY` has them. */
export async function keysInVault(): Promise<string> {
  const [row] = await sql<{ keys: string }[]>`
    select decrypted_secret as keys from vault.decrypted_secrets where name = 'PERSONAL_TOKEN_KEY'`;
  return row!.keys;
}
