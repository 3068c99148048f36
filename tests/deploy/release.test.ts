/** Two releases of a copy of the project, and the upgrade of a database with data between them. */
import { cp } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  freePort,
  patience,
  projectRoot,
  readProjectConfig,
  scratchFolder,
} from "../../packages/local-supabase/helpers.ts";
import { migrate, type ProjectDatabase, startDatabase } from "../../packages/local-supabase/mod.ts";
import { unreleasedMigrations } from "../../tools/deploy/migrations.ts";
import { movesOf } from "../../tools/fold.ts";
import { releasedInterface, rightsIn } from "../../tools/interface.ts";
import { migrationFiles } from "../../tools/migrations.ts";
import { release } from "../../tools/release.ts";
import { releasedMigrations } from "../../tools/released.ts";
import { BASELINE, baseline } from "../../tools/schema.ts";

const dir = await scratchFolder("release");
const root = join(dir, "project");
const inMigrations = (name: string) => join(root, "supabase/migrations", name);
const read = (name: string) => Deno.readTextFile(inMigrations(name));
const setVersion = (version: string) =>
  Deno.writeTextFile(join(root, "package.json"), JSON.stringify({ version }));

/** Releases the copy. Its interface are the rights, and the version of its package. */
const releaseCopy = () =>
  release(root, async (sql) => {
    const { version } = JSON.parse(await Deno.readTextFile(join(root, "package.json")));
    const document = { info: { version }, paths: {} };
    return { document, exports: {}, variables: [], rights: await rightsIn(sql) };
  });

/** The objects that the first release has beside the foundations of the project. */
const first = `
create table private.notes (
  id integer primary key,
  title text not null,
  status text not null default 'open'
);
select private.hide_table('private.notes', 'Notes.');
create function private.note_title(p_id integer) returns text
language sql stable set search_path = ''
as $$ select title from private.notes where id = p_id $$;
`;

/** The additions of the second release to the schemas. */
const addition = `
alter table private.notes add effort integer constraint notes_effort_check check (effort < 10);
create table private.note_sizes (id uuid primary key default private.uuid_v7(), title text not null);
select private.hide_table('private.note_sizes', 'The sizes of notes.');
insert into private.note_sizes (id, title)
values ('00000000-0000-4000-8000-000000000001', 'small');
create function private.note_size(p_id uuid) returns text
language sql stable set search_path = ''
as $$ select title from private.note_sizes where id = p_id $$;
grant execute on function private.note_size to service_role;
`;

/** How developers come there, a draft each. */
const drafts = {
  "20990101000000_efforts.sql": `
    alter table private.notes add effort integer;
    -- Old notes were small.
    update private.notes set effort = 1 where effort is null;
    create table private.note_sizes (id uuid primary key, label text not null);
    insert into private.note_sizes (id, label)
    values ('00000000-0000-4000-8000-000000000001', 'tiny');`,
  "20990102000000_sizes.sql": `
    drop table private.note_sizes;
    ${addition.slice(addition.indexOf("create table"))}
    alter table private.notes add constraint notes_effort_check check (effort < 10) not valid;
    update private.notes set effort = effort + 1 where status = 'done';`,
  "20990103000000_validate_sizes.sql": `
    alter table private.notes validate constraint notes_effort_check;`,
};

const [migration, validation] = [
  "20990103000001_release_1_1_0.sql",
  "20990103000002_release_1_1_0_validate.sql",
];

let database: ProjectDatabase;
let sql: postgres.Sql;

async function upgrade(): Promise<void> {
  const { db: settings } = await readProjectConfig(root);
  await migrate(database.url("postgres"), { root, settings, seed: false });
}

beforeAll(async () => {
  for (const part of ["config.toml", "templates", "schemas/00-platform"]) {
    const place = join("supabase", part);
    await cp(join(projectRoot, place), join(root, place), { recursive: true });
  }
  for (const folder of ["docs", "supabase/migrations", "supabase/schemas/10-notes"]) {
    await Deno.mkdir(join(root, folder));
  }
  await Deno.writeTextFile(join(root, "supabase/schemas/10-notes/notes.sql"), first);
  await Deno.writeTextFile(join(root, "supabase/released-migrations.json"), "{}");
  await Deno.writeTextFile(inMigrations(BASELINE), await baseline(root));
  await setVersion("1.0.0");
});

afterAll(async () => {
  await sql?.end();
  await database?.server.stop();
  await Deno.remove(dir, { recursive: true });
});

describe("two releases", { timeout: patience(120_000) }, () => {
  it("begin with the baseline", async () => {
    expect(await releaseCopy()).toEqual({
      isReleased: true,
      said: `${BASELINE}, the interface of 1.0.0: released.`,
    });
    expect(Object.keys(await releasedMigrations(root))).toEqual([BASELINE]);
    expect((await releasedInterface(root))!.document.info.version).toBe("1.0.0");
    database = await startDatabase({ dir, port: freePort(), ephemeral: true, log: () => {} });
    sql = postgres(database.url("postgres"), { max: 1, onnotice: () => {} });
    await upgrade();
    await sql`insert into private.notes (id, title, status)
      values (1, 'One', 'open'), (2, 'Two', 'done')`;
  });

  it("need two versions", async () => {
    await expect(releaseCopy()).rejects.toThrow("1.0.0 is released: set the version of the next");
    await setVersion("1.1.0");
  });

  it("fold the drafts between them into one migration, and a second migration that validates", async () => {
    await Deno.writeTextFile(join(root, "supabase/schemas/10-notes/sizes.sql"), addition);
    for (const [name, text] of Object.entries(drafts)) {
      await Deno.writeTextFile(inMigrations(name), text);
    }
    const { isReleased, said } = await releaseCopy();
    expect([isReleased, said]).toEqual([
      false,
      expect.stringContaining(`3 migrations are now ${migration} and ${validation}.`),
    ]);
    expect(migrationFiles(root)).toEqual([BASELINE, migration, validation]);
    expect(await unreleasedMigrations(root)).toContain(`: ${migration}, ${validation}.`);
    const text = await read(migration);
    expect(text).toContain("NOT VALID;");
    expect(text).toMatch(/CREATE TABLE "private"."note_sizes" \(\n {2}"id" [^;]*\n {2}"title" /);
    expect(text).toContain('GRANT EXECUTE ON FUNCTION "private"."note_size"(uuid)');
    expect(text).toMatch(/'small'/);
    expect(text).not.toMatch(/REVOKE|TO "postgres"|tiny|hide_table/);
    expect(text.slice(text.indexOf("-- Statements that move data"))).toBe(
      `-- Statements that move data. Each has to stand where it finds its columns.

-- From 20990101000000_efforts.sql:

-- Old notes were small.
    update private.notes set effort = 1 where effort is null;

-- From 20990102000000_sizes.sql:

update private.notes set effort = effort + 1 where status = 'done';
`,
    );
    expect(await read(validation))
      .toBe('ALTER TABLE "private"."notes" VALIDATE CONSTRAINT "notes_effort_check";\n');
  });

  it("end with what the schemas say: an edit that leads elsewhere is refused", async () => {
    const text = await read(migration);
    await Deno.writeTextFile(inMigrations(migration), text.replace(/GRANT EXECUTE [^;]*;/, ""));
    await expect(releaseCopy()).rejects.toThrow(
      'GRANT EXECUTE ON FUNCTION "private"."note_size"(uuid) TO "service_role";',
    );
    await Deno.writeTextFile(inMigrations(migration), text);
    expect((await releaseCopy()).isReleased).toBe(true);
    expect(await unreleasedMigrations(root)).toBe("");
    expect(Object.keys(await releasedMigrations(root))).toEqual([BASELINE, migration, validation]);
    expect((await releasedInterface(root))!.document.info.version).toBe("1.1.0");
  });

  it("upgrade a database with data", async () => {
    await upgrade();
    expect(await sql`select title, effort from private.notes order by id`)
      .toEqual([{ title: "One", effort: 1 }, { title: "Two", effort: 2 }]);
    expect(await sql`select private.note_size('00000000-0000-4000-8000-000000000001') as size`)
      .toEqual([{ size: "small" }]);
    expect(await sql`select convalidated from pg_constraint where conname = 'notes_effort_check'`)
      .toEqual([{ convalidated: true }]);
  });
});

describe("the statements of a draft that move data", () => {
  const schemas = [
    "select private.set_quota('public.goals', 'goals');\ninsert into private.sizes (id) values (1);",
  ];

  it.each([
    ["a definition", "create function f() returns void as $$ begin; update t set a = 1; end $$;"],
    ["a registration", "select private.set_quota('public.goals', 'goals', 7);"],
    ["a row of the schemas", "insert into private.sizes (id)\nvalues (1)\non conflict do nothing;"],
    ["a row that the schemas do not have", "delete from private.sizes where id = '2';"],
    ["a schedule", "select cron.schedule('a', '* * * * *', 'select 1');"],
    ["a comment", "-- Nothing to do; really."],
  ])("are not %s", (_, statement) => {
    expect(movesOf(statement, schemas)).toEqual([]);
  });

  it.each([
    ["a change of rows", "update public.goals set title = 'a;b';"],
    ["copied rows", "insert into private.sizes (id) select id from public.goals;"],
    ["a deletion by a condition", "delete from private.sizes where id in (select 1);"],
    ["a block", "do $$ begin perform 1; end $$;"],
    ["a call", "-- Why.\nselect private.move_goals(10);"],
    ["a query of parts", "with moved as (select 1) update public.goals set title = '';"],
  ])("are %s", (_, statement) => {
    expect(movesOf(`create table a (b text default ';');\n${statement}`, schemas))
      .toEqual([statement]);
  });
});
