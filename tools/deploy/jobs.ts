import { type Cli, query, queryFile } from "./cli.ts";

interface Options {
  /** The project's address. */
  url: string;
  secrets: Record<string, string>;
  dryRun: boolean;
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * Puts the functions' address and the secrets of scheduled jobs into the vault, where the database
 * reads them. The comparison happens in the database: no stored secret is read back.
 */
export async function setJobSecrets(cli: Cli, { url, secrets, dryRun }: Options): Promise<string> {
  const wanted = Object.entries({
    functions_url: `${url}/functions/v1`,
    ...Object.fromEntries(
      Object.entries(secrets).filter(([name]) => name.endsWith("_CRON_SECRET")),
    ),
  });
  const values = wanted.map(([name, value]) => `(${quoted(name)}, ${quoted(value)})`).join(", ");
  const differing = `from (values ${values}) as w (name, value)
    left join vault.decrypted_secrets as s on s.name = w.name
    where s.decrypted_secret is distinct from w.value`;
  const changed = await query<{ name: string }>(cli, `select w.name ${differing} order by w.name`);
  const names = changed.map(({ name }) => name).join(", ");
  if (!names) return "The vault has the address and all secrets already.";
  if (dryRun) return `Would store in the vault: ${names}`;

  const statement = `select case when s.id is null then vault.create_secret(w.value, w.name)::text
    else vault.update_secret(s.id, w.value)::text end ${differing}`;
  await queryFile(cli, statement, "--yes");
  return `Stored in the vault: ${names}`;
}
