import { join } from "node:path";

/** Runs the pinned Supabase CLI; returns what it prints. Throws with its output when it fails. */
export type Cli = (...args: string[]) => Promise<string>;

/**
 * Runs the Supabase CLI of this project. `env(...)` of config.toml is filled from `variables`; the
 * access token, a database password and a profile come from the shell.
 */
export async function supabase(
  root: string,
  variables: Record<string, string>,
  args: string[],
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(
    join(root, "node_modules", ".bin", "supabase"),
    {
      args: ["--workdir", root, "--agent", "no", ...args],
      cwd: root,
      stdin: "null",
      env: { ...variables, DO_NOT_TRACK: "1", SUPABASE_INTERNAL_NO_UPDATE_CHECK: "1" },
    },
  ).output();
  const [out, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes).trim());
  if (!success) throw new Error(`${errors}\n${out}`.trim());
  // With --output json the answer is on standard output alone.
  return args.includes("json") ? out! : [errors, out].filter(Boolean).join("\n");
}

/** The rows of a query that only reads. It goes through the management API. */
export async function query<Row>(cli: Cli, sql: string): Promise<Row[]> {
  return JSON.parse(await queryFile(cli, sql, "--read-only", "--output", "json"));
}

/** Runs a statement from a file: what it holds shows in no list of processes. */
export async function queryFile(cli: Cli, sql: string, ...flags: string[]): Promise<string> {
  const file = await Deno.makeTempFile({ suffix: ".sql" });
  try {
    await Deno.writeTextFile(file, sql, { mode: 0o600 });
    return await cli("db", "query", "--remote", ...flags, "--file", file);
  } finally {
    await Deno.remove(file);
  }
}
