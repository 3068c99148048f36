/**
 * `npm run deploy -- --project-ref <ref>`: deploys to a hosted project with the Supabase CLI, step by
 * step. A repetition applies no migration, setting or secret a second time. `--dry-run` shows what
 * each step would do and only reads. `--functions-of <commit>` deploys the functions of an earlier
 * commit, and nothing else.
 */
import { resolve } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { prepareFunctions, tooLarge } from "./build.ts";
import { checkConfiguration, passkeyVariables } from "./deploy/configuration.ts";
import { withEarlierFunctions } from "./deploy/checkout.ts";
import { type Cli, supabase } from "./deploy/cli.ts";
import { pendingMigrations, unreleasedMigrations } from "./deploy/migrations.ts";
import { compareSecrets } from "./deploy/secrets.ts";
import { fillVault, madeSecrets, makeSecrets } from "./deploy/shared-secrets.ts";
import { smokeTest } from "./deploy/smoke.ts";

const root = resolve(import.meta.dirname!, "..");

const { values: options } = parseArgs({
  args: Deno.args,
  options: {
    "project-ref": { type: "string" },
    "env-file": { type: "string", default: ".env.production" },
    "db-url": { type: "string" },
    url: { type: "string" },
    "functions-of": { type: "string" },
    "dry-run": { type: "boolean", default: false },
  },
});
const ref = options["project-ref"];
if (!ref) {
  console.error(
    "Usage: npm run deploy -- --project-ref <ref> [--env-file .env.production] [--dry-run]\n" +
      "  --db-url <address>   pushes migrations to this address instead of the project's own\n" +
      "  --url <address>      the project's address, where it has a domain of its own\n" +
      "  --functions-of <commit>  deploys the functions of an earlier commit, and nothing else",
  );
  Deno.exit(2);
}
const dryRun = options["dry-run"]!;
const file = resolve(root, options["env-file"]!);
const url = (options.url ?? `https://${ref}.supabase.co`).replace(/\/$/, "");

/** Runs one step; a failure names the step and how to go on. */
async function step(title: string, work: () => Promise<string | void>): Promise<void> {
  console.log(`\n${title}`);
  try {
    const said = await work();
    if (said) console.log(said.replace(/^/gm, "  "));
  } catch (error) {
    console.error((error instanceof Error ? error.message : String(error)).replace(/^/gm, "  "));
    console.error(
      `\nThe deployment stopped at: ${title}. The steps before it are done. ` +
        "Correct what is said above and run the same command again.",
    );
    Deno.exit(1);
  }
}

const text = await Deno.readTextFile(file).catch(() => null);
if (text === null) {
  console.error(`There is no ${file}. Copy .env.example to it and fill it in.`);
  Deno.exit(1);
}
const secrets = Object.fromEntries(
  Object.entries(parseEnv(text) as Record<string, string>).filter(([, value]) => value.trim()),
);
await step("Configuration", () => Promise.resolve(checkConfiguration(secrets)));

/** Variables of config.toml. */
const variables = { ...secrets, ...passkeyVariables(secrets) };
const cli: Cli = (...args) => supabase(root, variables, args);

const link = () => step("Project", () => cli("link", "--project-ref", ref, "--yes"));
const test = () =>
  step("Smoke test", async () => {
    if (dryRun) {
      return `Would ask ${url} for health, document and refusals, and the database for jobs`;
    }
    return await smokeTest(cli, url);
  });

const earlier = options["functions-of"];
if (earlier) {
  await link();
  await step(`Functions of ${earlier}`, async () => {
    if (dryRun) return "Would build them in a folder of their own, and deploy them";
    const args = ["functions", "deploy", "--use-api", `--remote=${ref}`, "--yes"];
    return await withEarlierFunctions(root, earlier, (folder) => supabase(folder, variables, args));
  });
  await test();
  Deno.exit();
}

await step("Bundles", async () => {
  const bundles = await prepareFunctions();
  const large = tooLarge(bundles);
  if (large.length) throw new Error(`Too large: ${large.map(({ name }) => name).join(", ")}`);
  return `${bundles.length} functions in dist/`;
});

await link();

await step("Migrations", async () => {
  const warning = await unreleasedMigrations(root);
  if (warning) console.log(`  ${warning}`);
  if (dryRun) return await pendingMigrations(cli, root);
  const target = options["db-url"] ? `--remote=${options["db-url"]}` : "--remote";
  return await cli("db", "push", target, "--yes");
});

// After the migrations: nobody could sign in while the hooks' functions do not exist yet.
await step("Settings", async () => {
  const said = await (dryRun ? cli("config", "diff") : cli("config", "push", "--yes"));
  const { PASSKEY_HOST: host, PASSKEY_ORIGINS: origins } = variables;
  // The CLI reads these settings for its local stack, and pushes them to no project.
  return `${said}\nPasskeys are switched on in the dashboard, under Authentication, Passkeys: ` +
    `ID ${host}, origins ${origins}`;
});

await step("Secrets that the vault shares", async () => {
  if (madeSecrets(secrets).length === 0) return "They are those of the file.";
  const made = await makeSecrets(cli, secrets);
  Object.assign(secrets, made);
  const names = Object.keys(made).sort().join(", ");
  if (!names) return "The project has those of an earlier deployment.";
  return `${dryRun ? "Would make" : "Made"} ${names}; the next steps store them.`;
});

// Before the functions: a new first key of a list signs when the database knows it.
await step("Address and secrets in the vault", () => fillVault(cli, { url, secrets, dryRun }));

await step("Secrets of the functions", async () => {
  const { changed, left } = await compareSecrets(cli, secrets);
  if (left.length) {
    console.log(
      `  WARNING: the project still has ${
        left.join(", ")
      }, and the file does not. Remove them with` +
        ` npx supabase secrets unset ${left.join(" ")} --remote=${ref}`,
    );
  }
  const names = Object.keys(changed).sort().join(", ");
  if (!names) return "All are set already.";
  if (dryRun) return `Would set ${names}`;
  const temporary = await Deno.makeTempFile({ suffix: ".env" });
  try {
    const lines = Object.entries(changed).map(([name, value]) =>
      `${name}=${JSON.stringify(value)}`
    );
    await Deno.writeTextFile(temporary, lines.join("\n"), { mode: 0o600 });
    await cli("secrets", "set", "--env-file", temporary, "--yes");
  } finally {
    await Deno.remove(temporary);
  }
  return `Set ${names}`;
});

await step("Functions", async () => {
  if (dryRun) return "Would deploy every function of supabase/config.toml";
  return await cli("functions", "deploy", "--use-api", "--yes");
});

await test();
console.log(dryRun ? "\nNothing was changed." : "\nDeployed.");
