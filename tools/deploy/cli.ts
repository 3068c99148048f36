import { join } from "node:path";

/** Runs the pinned Supabase CLI and returns its output. Throws with the output when it fails. */
export type Cli = (...args: string[]) => Promise<string>;

async function run(
  root: string,
  variables: Record<string, string>,
  args: string[],
): Promise<{ out: string; errors: string }> {
  const { success, stdout, stderr } = await new Deno.Command(
    join(root, "node_modules", ".bin", "supabase"),
    {
      args: ["--workdir", root, "--agent", "no", ...args],
      cwd: root,
      stdin: "null",
      env: { ...variables, DO_NOT_TRACK: "1", SUPABASE_INTERNAL_NO_UPDATE_CHECK: "1" },
    },
  ).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const [out, errors] = [text(stdout), text(stderr)];
  if (!success) {
    // Flags may hold a password.
    const command = args.filter((each) => !each.startsWith("-")).slice(0, 2).join(" ");
    throw new Error(`supabase ${command} failed:\n${errors}\n${out}`.trim());
  }
  return { out, errors };
}

/**
 * Runs the Supabase CLI of this project. `env(...)` of config.toml is filled from `variables`; the
 * access token, a database password and a profile come from the shell.
 */
export async function supabase(
  root: string,
  variables: Record<string, string>,
  args: string[],
): Promise<string> {
  const { out, errors } = await run(root, variables, args);
  // With --output json the answer is on standard output alone.
  const parts = args.includes("json") ? [out] : [errors, out];
  return parts.map((part) => part.trim()).filter(Boolean).join("\n");
}

/**
 * Runs a command of the CLI on a database of this machine, with `home` instead of the developer's
 * own home folder. Returns its standard output, or all output with `news`.
 */
export async function askCli(
  { root, home, args, news = false }: {
    root: string;
    home: string;
    args: string[];
    news?: boolean;
  },
): Promise<string> {
  const own = { HOME: home, XDG_CONFIG_HOME: home, SUPABASE_HOME: home };
  const { out, errors } = await run(root, own, args);
  return news ? errors + out : out;
}

/** The rows of a query that only reads. It goes through the management API. */
export async function query<Row>(cli: Cli, sql: string): Promise<Row[]> {
  return JSON.parse(await queryFile(cli, sql, "--read-only", "--output", "json"));
}

/** Runs a statement from a file, so that no list of processes shows it. */
export async function queryFile(cli: Cli, sql: string, ...flags: string[]): Promise<string> {
  const file = await Deno.makeTempFile({ suffix: ".sql" });
  try {
    await Deno.writeTextFile(file, sql, { mode: 0o600 });
    return await cli("db", "query", "--remote", ...flags, "--file", file);
  } finally {
    await Deno.remove(file);
  }
}
