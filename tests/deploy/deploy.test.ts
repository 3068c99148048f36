/** `npm run deploy` with the real CLI, against a stand-in of the management API and an empty database. */
import { basename, dirname, join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, patience, scratchFolder } from "../../packages/local-supabase/helpers.ts";
import {
  type Functions,
  type ProjectDatabase,
  startDatabase,
  startFunctions,
} from "../../packages/local-supabase/mod.ts";
import { type Management, startManagement } from "../../packages/stand-ins/management.ts";
import { madeSecrets, makeSecrets } from "../../tools/deploy/shared-secrets.ts";
import { outputOf } from "../support/command.ts";
import { hostedEnvironment } from "../support/hosted.ts";
import { platform } from "../support/platform.ts";
import { invalidVariables } from "../../shared/base/invalid-variables.ts";
import { checkConfiguration, passkeyVariables } from "../../tools/deploy/configuration.ts";
import { unreleasedMigrations } from "../../tools/deploy/migrations.ts";
import { presentBundles } from "../../tools/build.ts";
import { functionNames } from "../../tools/functions.ts";

const site = "https://app.example.com";
const ref = "abcdefghijklmnopqrst";
/** Secrets of a project that is configured in part. */
const secrets = {
  SITE_URL: site,
  WORKOUT_WINDOW_CRON_SECRET: "a secret of the workout jobs",
  CHAT_CRON_SECRET: "it's a secret with a quote",
  PERSONAL_TOKEN_KEY: "a2V5IG9mIHBlcnNvbmFsIHRva2VucywgMzIgYnl0ZXM=",
};

/** The parts of a deployment. The workspaces that package.json names have to be there. */
const sources = [
  ...["functions", "shared", "supabase", "tools", "deno.json", "package.json", "package-lock.json"],
  ...["packages/local-supabase/package.json", "packages/client/package.json"],
  "packages/client/src/sealed",
];

let root: string;
let empty: ProjectDatabase;
let database: postgres.Sql;
let dbUrl: string;
let management: Management;
let gateway: Deno.HttpServer<Deno.NetAddr>;
let uploaded: Promise<string> | undefined;
let functions: Promise<Functions> | undefined;

/** A project of the uploaded files, in a folder that has neither sources nor packages. */
async function unpackUploads(): Promise<string> {
  const folder = join(root, "uploads");
  await Deno.mkdir(folder);
  await Deno.symlink(join(root, "supabase"), join(folder, "supabase"));
  for (const [slug, { files }] of management.uploads) {
    await Deno.mkdir(join(folder, "dist", slug), { recursive: true });
    for (const [path, bytes] of files) {
      await Deno.writeFile(join(folder, "dist", slug, basename(path)), bytes);
    }
  }
  return folder;
}
const unpacked = () => uploaded ??= unpackUploads();

const serveUploads = async () => {
  const [root, env] = [await unpacked(), await hostedEnvironment()];
  return await startFunctions({ root, env, watch: false, log: () => {} });
};

/** The project's address: the uploaded functions, and the platform's other services. */
async function answer(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const prefix = "/functions/v1";
  const target = pathname.startsWith(prefix)
    ? await (await (functions ??= serveUploads())).url() + pathname.slice(prefix.length)
    : platform.api_url + pathname;
  return await fetch(target + search, {
    method: request.method,
    headers: request.headers,
    body: request.body && await request.arrayBuffer(),
  });
}

const address = () => `http://127.0.0.1:${gateway.addr.port}`;

/** Writes a file of secrets and runs the command in a copy of the project. */
async function deploy(env: Record<string, string>, ...args: string[]) {
  const lines = Object.entries(env).map(([name, value]) => `${name}="${value}"`).join("\n");
  const file = await Deno.makeTempFile({ dir: root, suffix: ".env" });
  await Deno.writeTextFile(file, lines);
  const { code, out, errors } = await outputOf(Deno.execPath(), {
    args: [
      ...["run", "-A", "tools/deploy.ts", "--env-file", file, "--project-ref", ref],
      ...["--db-url", dbUrl, "--url", address(), ...args],
    ],
    cwd: root,
    env: {
      HOME: root,
      SUPABASE_HOME: join(root, "home"),
      SUPABASE_PROFILE: join(root, "profile.yaml"),
      SUPABASE_ACCESS_TOKEN: `sbp_${"0".repeat(40)}`,
      NO_COLOR: "1",
    },
  });
  return { code, output: out + errors };
}

beforeAll(async () => {
  root = await scratchFolder("deploy");
  const project = Deno.cwd();
  await presentBundles();
  for (const name of ["dist", ...sources]) {
    await Deno.mkdir(dirname(join(root, name)), { recursive: true });
    await new Deno.Command("cp", { args: ["-R", name, join(root, name)] }).output();
  }
  await Deno.symlink(join(project, "node_modules"), join(root, "node_modules"));

  empty = await startDatabase({ dir: root, port: freePort(), ephemeral: true, log: () => {} });
  dbUrl = `${empty.url("postgres")}?sslmode=disable`;
  database = postgres(dbUrl, { max: 1, onnotice: () => {} });
  management = startManagement({ ref, query: (sql) => database.unsafe(sql) });
  await Deno.writeTextFile(join(root, "profile.yaml"), management.profile);
  gateway = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, answer);
});
afterAll(async () => {
  await (await functions)?.stop();
  await gateway?.shutdown();
  await management?.stop();
  await database?.end();
  await empty?.server.stop();
  await Deno.remove(root, { recursive: true });
});

/** Requests of the management API that change something. */
const changes = () =>
  management.requests.filter((request) => !request.startsWith("GET "))
    .map((request) => request.replace(`/v1/projects/${ref}`, ""));

describe("the secrets that a deployment makes", () => {
  const madeFor = async (functions: string[], vault: string[], given = {}) => {
    const rows = (names: string[]) => JSON.stringify(names.map((name) => ({ name })));
    const made = await makeSecrets(
      (command) => Promise.resolve(rows(command === "secrets" ? functions : vault)),
      given,
    );
    expect(invalidVariables((name) => made[name])).toEqual([]);
    expect(new Set(Object.values(made)).size).toBe(Object.keys(made).length);
    return Object.keys(made);
  };

  it("are the secrets that the functions or the vault lack", async () => {
    const all = madeSecrets({});
    expect(all).toContain("PERSONAL_TOKEN_KEY");
    expect(await madeFor([], [])).toEqual(all);
    expect(await madeFor(all, [])).toEqual(all);
    expect(await madeFor(all, all.slice(1))).toEqual(all.slice(0, 1));
    expect(await madeFor(all, all)).toEqual([]);
  });

  it("are not the secrets that the file has", async () => {
    expect(await madeFor([], [], { CHAT_CRON_SECRET: "x" })).toEqual(["PERSONAL_TOKEN_KEY"]);
    expect(await madeFor([], [], secrets)).toEqual([]);
  });
});

describe("npm run deploy", () => {
  it.concurrent.for<[Record<string, string>, string[]]>([
    [{}, ["SITE_URL is required."]],
    [
      { SITE_URL: "app.example.com", OPENAI_KEY: "sk-x", MUSIC_TOKEN_KEY: "short" },
      [
        "SITE_URL has a wrong form",
        "OPENAI_KEY is not a variable of this service",
        "MUSIC_TOKEN_KEY has a wrong form",
      ],
    ],
  ])("stops before it asks for anything: %o", async ([env, problems]) => {
    const { code, output } = await deploy(env);
    expect(code).toBe(1);
    for (const problem of problems) expect(output).toContain(problem);
    expect(output).toContain("The deployment stopped at: Configuration");
    expect(management.requests).toEqual([]);
  });

  it.each([
    [{ STRIPE_SECRET_KEY: "rk_live_x" }, true],
    [{ STRIPE_SECRET_KEY: "rk_live_x", STRIPE_PRICE_IDS: "price_1" }, false],
    [{}, false],
  ])("warns when every price is on sale: %o, %s", (env, warns) => {
    const said = checkConfiguration({ SITE_URL: site, ...env });
    expect(said.includes("WARNING: STRIPE_PRICE_IDS is unset")).toBe(warns);
  });

  it.each([
    [{}, site],
    [{ ALLOWED_ORIGINS: "*" }, site],
    [{ ALLOWED_ORIGINS: "capacitor://app" }, site],
    [{ ALLOWED_ORIGINS: `${site}, https://b.example.com/` }, `${site},https://b.example.com`],
  ])("gives passkeys the host of the site and the allowed origins: %o", (env, origins) => {
    expect(passkeyVariables({ SITE_URL: `${site}/home`, ...env }))
      .toEqual({ PASSKEY_HOST: "app.example.com", PASSKEY_ORIGINS: origins });
  });

  it("says what it would do and changes nothing with --dry-run", async () => {
    const { PERSONAL_TOKEN_KEY: _made, ...given } = secrets;
    const { code, output } = await deploy(given, "--dry-run");
    expect(output).toContain("Nothing was changed.");
    expect(code).toBe(0);
    expect(output).toContain("unset  PERSONAL_TOKEN_KEY: the deployment makes one");
    expect(output).toContain("Would make PERSONAL_TOKEN_KEY;");
    expect(output).toContain("Would ask http://127.0.0.1");
    expect(output).toContain("unset  OPENAI_API_KEY: AI routes and the chat answer 503");
    expect(output).toMatch(/Would apply\n\s+20261127000000_baseline\.sql/);
    expect(output).toContain(await unreleasedMigrations(root));
    expect(output).toContain("auth.hook.custom_access_token.enabled");
    expect(output).toContain("ID app.example.com, origins https://app.example.com");
    expect(output).toContain(
      "Would set CHAT_CRON_SECRET, PERSONAL_TOKEN_KEY, SITE_URL, WORKOUT_WINDOW_CRON_SECRET",
    );
    expect(output).toContain(
      "Would store in the vault: CHAT_CRON_SECRET, functions_url, PERSONAL_TOKEN_KEY, WORKOUT_WINDOW",
    );
    expect(changes()).toEqual([]);
    expect(output).not.toContain(secrets.WORKOUT_WINDOW_CRON_SECRET);
  });

  it("says that it makes the secrets when the file has none", () => {
    const made = madeSecrets({}).sort().join(", ");
    expect(made).toBe(
      "DROPS_CRON_SECRET, MUSIC_SYNC_CRON_SECRET, PERSONAL_TOKEN_KEY, WORKOUT_WINDOW_CRON_SECRET",
    );
    expect(checkConfiguration({ SITE_URL: site }))
      .toContain("unset  WORKOUT_WINDOW_CRON_SECRET: the deployment makes one");
  });

  it("deploys, and everything works afterwards", async () => {
    const { code, output } = await deploy(secrets);
    expect(output).toContain("ok  every job is scheduled");
    expect(output).toContain("Deployed.");
    expect(code).toBe(0);

    const [{ count }] = await database<[{ count: number }]>`
      select count(*)::int from supabase_migrations.schema_migrations`;
    expect(count).toBe([...Deno.readDirSync("supabase/migrations")].length);
    const letter = await Deno.readTextFile("supabase/templates/magic_link.html");
    expect(management.settings.auth).toMatchObject({
      site_url: site,
      hook_custom_access_token_enabled: true,
      hook_before_user_created_enabled: true,
      mailer_subjects_magic_link: "Your link to sign in",
      mailer_templates_magic_link_content: letter,
    });
    expect(management.settings.api.db_schema).toBe("public");
    expect(Object.fromEntries(management.secrets)).toEqual(secrets);
    const vault = await database`select name, decrypted_secret from vault.decrypted_secrets`;
    expect(Object.fromEntries(vault.map((row) => [row.name, row.decrypted_secret]))).toEqual({
      ...secrets,
      SITE_URL: undefined,
      functions_url: `${address()}/functions/v1`,
    });
    expect(output).not.toContain(secrets.WORKOUT_WINDOW_CRON_SECRET);
  }, patience(120_000));

  it.concurrent("uploads every module of a function, of most of them one", () => {
    for (const slug of functionNames) {
      const modules = [...Deno.readDirSync(join(root, "dist", slug))].map(({ name }) => name)
        .filter((name) => name.endsWith(".js")).sort();
      const files = [...management.uploads.get(slug)!.files.keys()].map((path) => basename(path));
      expect([slug, files.sort()]).toEqual([slug, modules]);
      if (slug === "api") expect(modules).toContain("index.js");
      else expect(modules).toEqual(["index.js"]);
    }
    expect(management.uploads.size).toBe(functionNames.length);
  });

  it.concurrent("serves the same document from the uploads", async () => {
    const documentAt = async (url: string) => await (await fetch(`${url}/api/openapi.json`)).json();
    const uploaded = await documentAt(`${address()}/functions/v1`);
    expect(uploaded).toEqual(await documentAt(platform.base_url));
  });

  it.concurrent("takes the tour through the uploads", async () => {
    const { code, out, errors } = await outputOf(Deno.execPath(), {
      args: ["run", "-A", "tools/tour.ts"],
      env: { PROJECT_DIR: await unpacked(), STOP_AT_END_OF_INPUT: "" },
      stdin: "null",
    });
    expect(errors).toContain("Starting functions");
    expect(out).toContain("Conversation deleted");
    expect(code).toBe(0);
  }, patience(120_000));

  it.concurrent(
    "applies no migration, setting or secret a second time, and a changed secret alone",
    async () => {
      management.requests.length = 0;
      const changed = { ...secrets, CHAT_CRON_SECRET: "another secret of the chat" };
      // The file has lost the first secret; an earlier deployment has made the second one.
      management.secrets.set("JWT_SECRET", "of former tokens").set("DROPS_CRON_SECRET", "made");
      const { code, output } = await deploy(changed);
      management.secrets.delete("JWT_SECRET");
      management.secrets.delete("DROPS_CRON_SECRET");
      expect(code).toBe(0);
      expect(output).toContain("WARNING: the project still has JWT_SECRET, and the file does not.");
      expect(output).toContain(`npx supabase secrets unset JWT_SECRET --remote=${ref}\n`);
      expect(output).toContain("Remote database is up to date");
      expect(output).toContain("Set CHAT_CRON_SECRET\n");
      expect(output).toContain("Stored in the vault: CHAT_CRON_SECRET\n");
      expect(changes().filter((request) => !request.includes("/functions"))).toEqual([
        "POST /database/query",
        "POST /secrets",
      ]);
      expect(management.secrets.get("CHAT_CRON_SECRET")).toBe("another secret of the chat");
    },
    patience(120_000),
  );

  it("rolls the functions back to an earlier commit, and nothing else", async () => {
    const git = async (...args: string[]) => {
      const identity = ["-c", "user.name=Ana", "-c", "user.email=ana@example.com"];
      expect(await outputOf("git", { args: [...identity, ...args], cwd: root }))
        .toMatchObject({ code: 0, errors: "" });
    };
    const file = join(root, "functions/health/routes.ts");
    const present = await Deno.readTextFile(file);
    await git("init", "--quiet");
    await Deno.writeTextFile(file, present.replace(`({ status: "ok"`, `({ status: "fine"`));
    await git("add", ...sources);
    await git("commit", "--quiet", "--message", "Earlier");
    await Deno.writeTextFile(file, present);
    await git("commit", "--quiet", "--all", "--message", "Present");
    const code = (name: string) =>
      new TextDecoder().decode([...management.uploads.get(name)!.files.values()][0]);
    const [health, goals] = ["health", "goals"].map(code);
    management.requests.length = 0;

    const { code: status, output } = await deploy(secrets, "--functions-of", "HEAD~1");
    expect(output).toContain("ok  every job is scheduled");
    expect(status).toBe(0);
    expect(health).not.toContain(`status:"fine"`);
    expect(code("health")).toContain(`status:"fine"`);
    expect(code("goals")).toBe(goals);
    expect(changes().filter((request) => !request.includes("/functions"))).toEqual([]);
    expect(await Deno.readTextFile(file)).toBe(present);

    const missing = await deploy(secrets, "--functions-of", "v0.0.1");
    expect(missing.code).toBe(1);
    expect(missing.output).toContain("invalid reference: v0.0.1");
  }, patience(120_000));
});
