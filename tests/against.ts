/**
 * `npm test -- --against <file>` runs the suite on a Supabase stack that stands already: a hosted
 * project, `supabase start`, another `npm start`. The file is JSON with `api_url`, `publishable_key`,
 * `secret_key` and `db_url` (of the role `postgres`), in small or capital letters, as
 * `.local/status.json` of `npm start` and `supabase status --output json` have them. The functions of
 * the stack have the variables that `npm test -- --environment` prints. Test files that take more of
 * the local platform are left out, and counted. The tests leave people and their rows in the stack.
 */
import { join } from "node:path";
import { projectRoot, scratchFolder } from "../packages/local-supabase/helpers.ts";
import { runTestsOn } from "../packages/local-supabase/mod.ts";

const needed = ["api_url", "publishable_key", "secret_key", "db_url"];

/** Returns an exit code; `args` are those of vitest, with `--against <file>` among them. */
export async function runAgainst(args: string[]): Promise<number> {
  const at = args.indexOf("--against");
  const given: Record<string, string> = await Deno.readTextFile(args[at + 1] ?? "")
    .then(JSON.parse).catch(() => ({}));
  const stack = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const missing = needed.filter((name) => !stack[name]);
  if (missing.length) {
    console.error(`--against: expected a JSON file with ${missing.join(", ")}`);
    return 1;
  }
  const dir = await scratchFolder("against");
  const file = join(dir, "status.json");
  const status = {
    base_url: `${stack.api_url}/functions/v1`,
    jwks_url: `${stack.api_url}/auth/v1/.well-known/jwks.json`,
    data_api: "postgrest",
    ...stack,
  };
  await Deno.writeTextFile(file, JSON.stringify(status), { mode: 0o600 });
  const variables = { AGAINST: stack.api_url!, STATUS_FILE: file, XDG_DATA_HOME: dir };
  try {
    return await runTestsOn(projectRoot, variables, args.toSpliced(at, 2));
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}
