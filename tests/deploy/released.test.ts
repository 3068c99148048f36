/**
 * A release has one version. Its migrations stay as they are, and the new ones are free of long
 * locks and apply to a database with data.
 */
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, describe, expect, it, test } from "vitest";
import {
  freePort,
  patience,
  projectRoot,
  readProjectConfig,
  scratchFolder,
} from "../../packages/local-supabase/helpers.ts";
import { migrate, type ProjectDatabase, startDatabase } from "../../packages/local-supabase/mod.ts";
import { releasedInterface } from "../../tools/interface.ts";
import {
  lockFindings,
  newMigrations,
  presentMigrations,
  releasedMigrations,
  releaseFaults,
} from "../../tools/released.ts";
import { ledgerFaults } from "../support/ledger.ts";
import { send } from "../support/people.ts";

const migrations = join(projectRoot, "supabase/migrations");
const dir = await scratchFolder("released");
afterAll(() => Deno.remove(dir, { recursive: true }));

test("the packages, the document, the change log and the release have one version", async () => {
  const read = (path: string) => Deno.readTextFile(join(projectRoot, path));
  const { version, workspaces } = JSON.parse(await read("package.json"));
  const packages = await Promise.all(
    workspaces.map(async (name: string) => JSON.parse(await read(`${name}/package.json`)).version),
  );
  const { body: document } = await send("GET", "/api/openapi.json");
  expect(new Set([...packages, document.info.version])).toEqual(new Set([version]));
  // Before the first release the change log has no version, and no interface is kept.
  const [, newest = null] = /^## \[(\d.*)\] - \d{4}-\d\d-\d\d$/m.exec(await read("CHANGELOG.md")) ??
    [];
  const released = await releasedInterface();
  expect([newest, released?.document.info.version ?? null])
    .toEqual(newest ? [version, version] : [null, null]);
});

describe("the list of released migrations", () => {
  const released = { "1_a.sql": "a", "2_b.sql": "b" };

  it.each([
    ["nothing has changed", { ...released }, []],
    ["one is added behind them", { ...released, "3_c.sql": "c" }, []],
    ["one is gone", { "1_a.sql": "a" }, ["2_b.sql is released and missing"]],
    ["one has changed", { ...released, "2_b.sql": "x" }, [
      "2_b.sql is released and has changed: add a new one",
    ]],
    ["one is added before them", { ...released, "1_b.sql": "c" }, [
      "1_b.sql is new and sorts before the released 2_b.sql",
    ]],
  ])("has the right faults when %s", (_, present, faults) => {
    expect(releaseFaults(released, present)).toEqual(faults);
  });

  it("fits the migrations of the project", async () => {
    expect(releaseFaults(await releasedMigrations(), await presentMigrations())).toEqual([]);
  });
});

describe("the lint of new migrations", () => {
  const find = async (text: string) => {
    const file = join(dir, "new.sql");
    await Deno.writeTextFile(file, text);
    return await lockFindings([file]);
  };

  it.each([
    ["an index on a table with rows", "create index a_idx on public.goals (title);"],
    ["a check of all rows", "alter table public.goals add constraint a_check check (title <> '');"],
    ["a column that old functions do not write", "alter table public.goals add a text not null;"],
    ["a column that old functions read", "alter table public.goals drop column title;"],
    ["another name", "alter table public.goals rename column title to name;"],
  ])("refuses %s", async (_, text) => {
    expect(await find(text)).toContain("new.sql");
  });

  it("accepts what neither locks nor breaks", async () => {
    expect(await find("alter table public.goals add a text;\ncreate table public.b (id uuid);"))
      .toBe("");
  });

  it("is silent about the project's own", async () => {
    const files = newMigrations(await releasedMigrations(), await presentMigrations());
    expect(await lockFindings(files)).toBe("");
  });
});

describe("an upgrade", () => {
  let database: ProjectDatabase;
  afterAll(() => database?.server.stop());

  /** Copies the demo data, without the files about tables that these migrations do not make. */
  async function seedFor(names: string[], folder: string): Promise<void> {
    const texts = await Promise.all(names.map((name) => Deno.readTextFile(join(migrations, name))));
    const made = new Set(
      Array.from(texts.join().matchAll(/^create table (\S+)/gim), ([, name]) => name),
    );
    await Deno.mkdir(folder);
    const seed = join(projectRoot, "supabase/seed");
    for (const { name } of Deno.readDirSync(seed)) {
      const text = await Deno.readTextFile(join(seed, name));
      const filled = Array.from(
        text.matchAll(/^ *insert into ((?:public|private)\.\w+)/gm),
        ([, table]) => table,
      );
      if (filled.every((table) => made.has(table))) {
        await Deno.writeTextFile(join(folder, name), text);
      }
    }
  }

  it("applies new migrations to a database with data", { timeout: patience(120_000) }, async () => {
    const present = Object.keys(await presentMigrations());
    const isOld = new Set(Object.keys(await releasedMigrations()));
    // Before the first release all stand for it.
    const released = present.filter((name) => isOld.size === 0 || isOld.has(name));
    const added = present.filter((name) => !released.includes(name));
    const root = join(dir, "project");
    const folder = join(root, "supabase/migrations");
    await Deno.mkdir(folder, { recursive: true });
    await seedFor(released, join(root, "supabase/seed"));
    const add = (names: string[]) =>
      Promise.all(names.map((name) => Deno.copyFile(join(migrations, name), join(folder, name))));

    await add(released);
    database = await startDatabase({ dir, port: freePort(), ephemeral: true, log: () => {} });
    const { db: settings } = await readProjectConfig(projectRoot);
    await migrate(database.url("postgres"), { root, settings, seed: true });
    const sql = postgres(database.url("supabase_admin"), { max: 2, onnotice: () => {} });
    try {
      const count = async () => {
        const [row] = await sql`
          select (select count(*) from public.profiles)::int as users,
            (select count(*) from public.drops_ledger)::int as entries,
            (select count(*) from supabase_migrations.schema_migrations)::int as migrations`;
        return row!;
      };
      const before = await count();
      expect(before.users).toBeGreaterThan(0);
      await add(added);
      // There is always one, also right after a release.
      const last = "99999999999999_last.sql";
      await Deno.writeTextFile(join(folder, last), "alter table public.goals add x_color text;");
      await migrate(database.url("postgres"), { root, settings, seed: false });
      expect(await count()).toEqual({
        ...before,
        migrations: released.length + added.length + 1,
      });
      expect(await ledgerFaults(sql)).toEqual([]);
    } finally {
      await sql.end();
    }
  });
});
