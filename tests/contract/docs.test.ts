/** The docs name only what exists: operations, parts of the database, files, headings, scripts. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { sql } from "../support/sql.ts";
import { readDocument } from "./document.ts";
import { root } from "./programs.ts";

const pages = [
  "README.md",
  "CHANGELOG.md",
  "CONVENTIONS.md",
  "SECURITY.md",
  "packages/client/README.md",
  "packages/local-supabase/README.md",
  ...readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md")).map((name) =>
    `docs/${name}`
  ),
];
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** The names that `find` finds in each page, as `<page>: <name>`, without the names that exist. */
function unknown(find: RegExp, exists: (name: string, page: string) => boolean): string[] {
  return pages.flatMap((page) =>
    [...read(page).matchAll(find)]
      .filter(([, name]) => !exists(name!, page))
      .map(([, name]) => `${page}: ${name}`)
  );
}

test("every notification type has its row in docs/notifications.md", async () => {
  const [check] = await sql<{ types: string }[]>`
    select pg_get_constraintdef(oid) as types from pg_constraint
    where conname = 'notifications_type_check'`;
  const [, table] = /\n\| type .*\n\| -.*\n((?:\|.*\n)+)/.exec(read("docs/notifications.md"))!;
  const rows = [...table!.matchAll(/^\| `(\w+)`/gm)].map(([, type]) => type);
  expect(rows.toSorted()).toEqual(check!.types.match(/(?<=')\w+(?=')/g)!.toSorted());
});

test("every act of the audit log is in docs/admin.md", async () => {
  const sources = await sql<{ source: string }[]>`
    select prosrc as source from pg_proc where prosrc ~ 'private\\.audit\\('`;
  const page = read("docs/admin.md");
  const acts = sources.flatMap(({ source }) =>
    [...source.matchAll(/private\.audit\(([^;]*)/g)].flatMap(([, call]) =>
      [...call!.matchAll(/'([a-z_]+\.[a-z_]*)'/g)].map(([, act]) => act!)
    )
  );
  expect(acts.length).toBeGreaterThan(30);
  expect(acts.filter((act) => !page.includes(`\`${act}`))).toEqual([]);
});

test("docs/limits.md has every quota and every rate limit, with its numbers", async () => {
  const page = read("docs/limits.md");
  const rowsOf = (heading: string) =>
    page.split(`\n## ${heading}\n`)[1]!.split("\n## ")[0]!.matchAll(/^\| `(.*)/gm)
      .map(([, row]) => row!.replaceAll("`", "").split("|").map((cell) => cell.trim()));
  const quotas = await sql<{ row: string[] }[]>`
    select array[kind, to_char(max_daily, 'FM999,999,999'),
      coalesce(to_char(max_total, 'FM999,999,999'), '')] as row
    from private.quotas`;
  expect(rowsOf("Quotas").map((cells) => cells.slice(0, 3)).toArray().toSorted())
    .toEqual(quotas.map(({ row }) => row).toSorted());
  const rules = await sql<{ bucket: string; limit: number; seconds: number }[]>`
    select bucket, max_hits as limit, extract(epoch from per)::integer as seconds
    from private.rate_limit_rules`;
  const seconds: Record<string, number> = { minute: 60, hour: 3_600, day: 86_400 };
  const stated = rowsOf("Rate limits").map(([bucket, limit]) => {
    const [, hits, times, unit] = /^(\d+) in (\d+) (\w+?)s?$/.exec(limit!)!;
    return { bucket, limit: Number(hits), seconds: Number(times) * seconds[unit!]! };
  });
  const byBucket = (a: { bucket?: string }, b: { bucket?: string }) =>
    a.bucket! < b.bucket! ? -1 : 1;
  expect(stated.toArray().toSorted(byBucket)).toEqual([...rules].toSorted(byBucket));
});

test("every operation is one of the OpenAPI document", async () => {
  const { operations } = await readDocument();
  const known = new Set(operations.map(({ method, path }) => `${method} ${path}`));
  expect(unknown(/`((?:GET|POST|PUT|DELETE) \/api\/[\w/{}-]+)[`? ]/g, (name) => known.has(name)))
    .toEqual([]);
});

test("every named part of the schema private, and every named file, exists", async () => {
  const rows = await sql<{ name: string }[]>`
    select proname as name from pg_proc where pronamespace = 'private'::regnamespace
    union select relname from pg_class where relnamespace = 'private'::regnamespace`;
  const names = new Set(rows.map(({ name }) => name));
  expect(unknown(/\bprivate\.(\w{2,})/g, (name) => names.has(name))).toEqual([]);
  const folders = "functions|shared|local|tools|stand-ins|tests|bench|supabase|docs";
  expect(unknown(
    new RegExp(`\`((?:${folders})/[\\w./-]+)\``, "g"),
    (path) => path.includes("/.") || existsSync(join(root, path)),
  )).toEqual([]);
});

test("every table and bucket is in docs/visibility.md, every table in docs/data-model.md", async () => {
  const tables = await sql<{ name: string; kind: string }[]>`
    select relname as name, relkind as kind from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
    union all select id, 'b' from storage.buckets where id <> 'test-files'`;
  const missing = (path: string, kinds: string) => {
    const words = new Set(read(path).match(/[\w-]+/g));
    return tables.filter(({ name, kind }) => kinds.includes(kind) && !words.has(name));
  };
  expect(missing("docs/visibility.md", "rvb")).toEqual([]);
  expect(missing("docs/data-model.md", "r")).toEqual([]);
});

test("every invariant of docs/data-model.md names what keeps it", async () => {
  const rows = await sql<{ name: string }[]>`
    select conname as name from pg_constraint union select tgname from pg_trigger
    union select relname from pg_class union select proname from pg_proc`;
  const [, table] = read("docs/data-model.md").split("## Invariants")[1]!.split(/\n\| -.*\n/);
  const named = table!.split("\n").flatMap((row) => row.split("|")[2]?.match(/`[\w.*]+`/g) ?? []);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => {
    const pattern = new RegExp(
      `^${name.replaceAll("`", "").split(".").at(-1)!.replace("*", ".*")}$`,
    );
    return !rows.some((row) => pattern.test(row.name));
  })).toEqual([]);
});

test("every link leads to a page and a heading, and npm knows every script", () => {
  const slug = (heading: string) =>
    heading.toLowerCase().replace(/[^\w\s-]/g, "").trim().replace(/\s/g, "-");
  const broken = unknown(/\]\(((?!https?:)[^)]+)\)/g, (link, page) => {
    const [file, heading] = link.split("#");
    const path = file ? join(dirname(page), file) : page;
    if (!existsSync(join(root, path))) return false;
    return !heading ||
      [...read(path).matchAll(/^#+ (.+)$/gm)].some(([, text]) => slug(text!) === heading);
  });
  expect(broken).toEqual([]);
  const { scripts } = JSON.parse(read("package.json"));
  expect(unknown(/npm run ([\w-]+)/g, (name) => name in scripts)).toEqual([]);
});
