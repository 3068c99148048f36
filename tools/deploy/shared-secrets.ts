import { randomBytes } from "node:crypto";
import { type Cli, query, queryFile } from "./cli.ts";

interface Options {
  /** The project's address. */
  url: string;
  secrets: Record<string, string>;
  dryRun: boolean;
}

const isJobSecret = (name: string) => name.endsWith("_CRON_SECRET");

/** Whether the file sets a secret of a job. */
const hasJobSecret = (secrets: Record<string, string>): boolean =>
  Object.keys(secrets).some(isJobSecret);

/** The secrets with which every job runs; the other jobs accept the first one. */
const madeJobSecrets = [
  "WORKOUT_WINDOW_CRON_SECRET",
  "DROPS_CRON_SECRET",
  "MUSIC_SYNC_CRON_SECRET",
];

/** Keys that the functions and the vault share. */
const sharedKeys = ["PERSONAL_TOKEN_KEY"];

/** Whether the vault has the secret too. */
export const isShared = (name: string) => isJobSecret(name) || sharedKeys.includes(name);

/** The secrets that a deployment makes where the file's `given` ones lack them. */
export const madeSecrets = (given: Record<string, string>): string[] => [
  ...(hasJobSecret(given) ? [] : madeJobSecrets),
  ...sharedKeys.filter((name) => !given[name]),
];

/** New values for the secrets that the functions or the vault lack and the file does not give. */
export async function makeSecrets(
  cli: Cli,
  given: Record<string, string>,
): Promise<Record<string, string>> {
  const ofFunctions: { name: string }[] = JSON.parse(
    await cli("secrets", "list", "--output", "json"),
  );
  const inVault = await query<{ name: string }>(cli, "select name from vault.decrypted_secrets");
  const has = (stored: { name: string }[], name: string) =>
    stored.some((each) => each.name === name);
  const lacking = madeSecrets(given).filter((name) =>
    !has(ofFunctions, name) || !has(inVault, name)
  );
  const newValue = (name: string) =>
    randomBytes(32).toString(sharedKeys.includes(name) ? "base64" : "hex");
  return Object.fromEntries(lacking.map((name) => [name, newValue(name)]));
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * Puts the functions' address, the secrets of scheduled jobs and the shared keys into the vault, where
 * the database reads them. The comparison happens in the database: no stored secret is read back.
 */
export async function fillVault(cli: Cli, { url, secrets, dryRun }: Options): Promise<string> {
  const wanted = Object.entries({
    functions_url: `${url}/functions/v1`,
    ...Object.fromEntries(
      Object.entries(secrets).filter(([name]) => isShared(name)),
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
