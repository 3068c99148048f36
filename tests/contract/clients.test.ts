/** Clients generated from the served document, and the programs of the docs that continue them. */
import { createClient } from "@hey-api/openapi-ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import "../support/configured.ts";
import { webp } from "../support/images.ts";
import { person, send } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { sql } from "../support/sql.ts";
import { deno, newProject, programsOf, root, run } from "./programs.ts";

/** Generating and type-checking a client takes seconds, many on a busy machine. */
const PATIENCE_MS = 120_000;

const { body: document } = await send("GET", "/api/openapi.json");

const [beginning = "", ...others] = await programsOf("docs/clients.md");

const pages = {
  clients: others,
  errors: await programsOf("docs/errors.md"),
  assistant: await programsOf("docs/assistant.md"),
  ai: await programsOf("docs/ai.md"),
};
const offline = await programsOf("docs/offline.md");
let folder: string;

/** The output of the programs of a page, which follow the first program of docs/clients.md. */
async function printed(page: keyof typeof pages | "offline"): Promise<string[]> {
  const { code, stdout, stderr } = await deno(folder, "run", "--no-check", "-A", `${page}.ts`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout.trim().split("\n");
}

test("the programs of the docs type-check", async () => {
  folder = await newProject(["@supabase/supabase-js", "@types/node", "@journal/client"]);
  writeFileSync(join(folder, "joyful.webp"), webp());
  for (const [name, programs] of Object.entries(pages)) {
    writeFileSync(join(folder, `${name}.ts`), [beginning, ...programs].join("\n"));
  }
  writeFileSync(join(folder, "offline.ts"), offline.join("\n"));
  // Together, because each check alone reads the types of the packages again.
  const files = [...Object.keys(pages), "offline"].map((name) => `${name}.ts`);
  expect(await deno(folder, "check", ...files)).toMatchObject({ code: 0, stderr: "" });
}, PATIENCE_MS);

test("the programs of docs/clients.md run in their order", async () => {
  const lines = await printed("clients");
  expect(lines).toContain("title: must not be empty");
  expect(lines).toContain("First light peaceful");
  expect(lines.filter((line) => line === "true")).toHaveLength(1);
  expect(lines.some((line) => line.includes("/tone-packs/"))).toBe(true);
  expect(lines).toContain("2 null");
  expect(lines.at(-1)).toBe("23514");
}, PATIENCE_MS);

test("the programs of docs/errors.md read refusals of supabase-js", async () => {
  const lines = await printed("errors");
  expect(lines[1]).toMatch(/^400 invalid_input \[/);
  expect(lines.at(-1)).toBe("PT404 Tone pack not found");
}, PATIENCE_MS);

test("the program of docs/assistant.md reads the streamed answer", async () => {
  const lines = await printed("assistant");
  expect(lines[1]).toContain("delta");
  expect(lines.join()).toContain("done: true");
}, PATIENCE_MS);

test("the program of docs/offline.md writes, sends and fetches", async () => {
  expect(await printed("offline")).toEqual([
    "Twice a week 2",
    "true 0",
    "unsupported_media_type 0",
  ]);
}, PATIENCE_MS);

test("the program of docs/ai.md runs", async () => {
  await printed("ai");
}, PATIENCE_MS);

test(
  "the program of docs/clients.md in Python signs in, writes, is refused, fetches, refreshes",
  async () => {
    const [program] = await programsOf("docs/clients.md", "python");
    const command = new Deno.Command("python3", { args: ["-I", "-c", program!] });
    const { code, stdout, stderr } = await command.output().catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      return { code: null, stdout: null, stderr: null };
    });
    if (code === null) return console.log("There is no python3: its program is not run");
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    expect({ code, stderr: text(stderr) }).toEqual({ code: 0, stderr: "" });
    expect(text(stdout).trim().split("\n")).toEqual([
      "201 True",
      "200 True",
      "400 invalid_input ['title']",
      "True",
      "True 200",
    ]);
  },
  PATIENCE_MS,
);

test("a client of @hey-api/openapi-ts type-checks and works", async () => {
  const folder = await newProject([]);
  await createClient({
    input: document,
    output: { path: join(folder, "client"), module: { extension: ".ts" } },
    plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
    logs: { level: "silent" },
  });
  const { token } = await person("Hanna");
  const { code, stdout, stderr } = await run(
    folder,
    `
    import { client } from "./client/client.gen.ts";
    import { createEntry, createGoal, createGoalCheckIn, getGoal, listEntries } from "./client/index.ts";
    import { uploadAvatar } from "./client/index.ts";
    import type { ErrorCode, GoalStatus } from "./client/index.ts";

    client.setConfig({ baseUrl: "${platform.base_url}", auth: () => "${token}" });
    const { data: created } = await createGoal({ body: { title: "Swim" }, throwOnError: true });
    const status: GoalStatus = created.goal.status;
    const { id } = created.goal;
    await createGoalCheckIn({ path: { id }, body: { status: "partial" }, throwOnError: true });
    const { data: read } = await getGoal({ path: { id }, throwOnError: true });
    const { data: entry } = await createEntry({ body: { title: "Lake", content: "Cold." } });
    const { data: page } = await listEntries({ query: { scope: "own", limit: 1 } });
    const { error } = await createGoal({ body: { title: "" } });
    const code: ErrorCode | undefined = error?.code;
    const file = new Blob([new Uint8Array(${JSON.stringify([...webp()])})]);
    const { response } = await uploadAvatar({ body: { file } });
    console.log(JSON.stringify([
      status, read.goal.check_ins[0]?.status, entry?.entry.title, page?.entries.length, code,
      response.status,
    ]));
  `,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toEqual(["active", "partial", "Lake", 1, "invalid_input", 200]);
}, PATIENCE_MS);

/** The columns that clients may write to, from the grants, as the page lists them. */
async function writableColumns(): Promise<string[]> {
  const rows = await sql<{ table: string; verb: string; columns: string }[]>`
    select c.relname as table, verb, string_agg('\`' || a.attname || '\`', ', ' order by a.attnum)
      as columns
    from pg_class as c
    join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    cross join unnest(array['insert', 'update']) as verb
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and has_column_privilege('authenticated', c.oid, a.attnum, verb)
    group by 1, 2`;
  const deletable = await sql<{ table: string }[]>`
    select relname as table from pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and has_table_privilege('authenticated', c.oid, 'delete')`;
  const tables = new Set([...rows, ...deletable].map(({ table }) => table));
  return [...tables].sort().map((table) => {
    const of = (verb: string) =>
      rows.find((row) => row.table === table && row.verb === verb)?.columns ?? "";
    const deletes = deletable.some((row) => row.table === table) ? "yes" : "";
    return [`\`${table}\``, of("insert"), of("update"), deletes].join("|");
  });
}

test("docs/clients.md lists the columns that clients may write to", async () => {
  const text = await Deno.readTextFile(join(root, "docs/clients.md"));
  const section = text.split("### Writing to tables")[1]!.split("```ts")[0]!;
  const rows = [...section.matchAll(/^\| (`.*) \|$/gm)]
    .map(([, row]) => row!.split("|").map((cell) => cell.trim()).join("|"));
  expect(rows).toEqual(await writableColumns());
});

test("the programs of README.md run in a folder that holds nothing but supabase-js", async () => {
  const programs = await programsOf("README.md");
  expect(programs).not.toEqual([]);
  for (const program of programs) {
    const { code, stdout, stderr } = await run(
      await newProject(["@supabase/supabase-js"]),
      program,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    // Entries of the demo account, which the program prints.
    expect(stdout).toMatch(/title: "/);
  }
}, PATIENCE_MS);
