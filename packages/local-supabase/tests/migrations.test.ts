import { expect, onTestFinished, test } from "vitest";
import { readProjectConfig } from "../base/config.ts";
import { freePort } from "../base/ports.ts";
import { scratchFolder } from "../base/scratch.ts";
import { startDatabase } from "../postgres/database.ts";
import { migrate, watchMigrations } from "../postgres/migrations.ts";
import { createProject } from "./support/project.ts";

test("a new or changed migration or schema is named while the platform runs, with advice", async () => {
  const { root, write, remove } = await createProject({});
  await write(
    "supabase/config.toml",
    'project_id = "scratch"\n[db.migrations]\nschema_paths = ["./schemas/*/*.sql"]\n',
  );
  await write("supabase/schemas/10-room/first.sql", "create table public.first (id int);");
  await write("supabase/migrations/1_first.sql", "create table public.first (id int);");
  const dir = await scratchFolder("migrations");
  const options = { dir, port: freePort(), ephemeral: true, log: () => {} };
  const { server, url } = await startDatabase(options);
  const { db: settings } = await readProjectConfig(root);
  await migrate(url("postgres"), { root, settings, seed: false });

  const lines: string[] = [];
  const watcher = watchMigrations(url("postgres"), {
    root,
    settings,
    log: (line) => lines.push(line),
  });
  onTestFinished(async () => {
    watcher.close();
    await server.stop();
    await remove();
    await Deno.remove(dir, { recursive: true });
  });

  await write("supabase/migrations/notes.txt", "none");
  const pending = 'Not applied: 2_second.sql. Stop the platform and run "npm start" again.';
  await write("supabase/migrations/2_second.sql", "create table public.second (id int);");
  await expect.poll(() => lines).toEqual([pending]);
  // Said once, until something else waits.
  await write("supabase/migrations/2_second.sql", "create table public.second (id bigint);");
  const changed = 'Changed after it was applied: 1_first.sql. "npm run reset" starts over.';
  await write("supabase/migrations/1_first.sql", "create table public.first (id bigint);");
  await expect.poll(() => lines).toEqual([pending, `${pending} ${changed}`]);
  const declared = "Changed: supabase/schemas/10-room/first.sql. Draft its migration: " +
    '"npm run schema diff <name>", or "supabase db diff" in a project without it.';
  await write("supabase/schemas/10-room/first.sql", "create table public.first (id bigint);");
  await expect.poll(() => lines.at(-1)).toBe(`${declared} ${pending} ${changed}`);
});
