/** A file adds a language: a copy of the service speaks a made-up language. */
import { cp } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  freePort,
  patience,
  projectRoot,
  readProjectConfig,
  scratchFolder,
} from "../../packages/local-supabase/helpers.ts";
import { migrate, type ProjectDatabase, startDatabase } from "../../packages/local-supabase/mod.ts";
import { BASELINE, baseline } from "../../tools/schema.ts";
import { serviceWords } from "../../tools/words.ts";
import { madeUp } from "../support/made-up.ts";

const dir = await scratchFolder("languages");
const root = join(dir, "project");
let database: ProjectDatabase;
let sql: postgres.Sql;

beforeAll(async () => {
  for (const part of ["config.toml", "templates", "schemas", "words"]) {
    const place = join("supabase", part);
    await cp(join(projectRoot, place), join(root, place), { recursive: true });
  }
  const { en } = serviceWords(root);
  const words = madeUp({ ...en!, language: { about: "", search: "simple" } });
  // It counts as Polish does.
  words.texts.weekly_mail!.subject =
    "Qo: {entries, plural, one {# wo} few {# wi} many {# wu} other {# wa}}";
  await Deno.writeTextFile(join(root, "supabase/words/pl.json"), JSON.stringify(words));
  await Deno.mkdir(join(root, "supabase/migrations"));
  await Deno.writeTextFile(join(root, "supabase/migrations", BASELINE), await baseline(root));
  database = await startDatabase({ dir, port: freePort(), ephemeral: true, log: () => {} });
  const { db: settings } = await readProjectConfig(root);
  await migrate(database.url("postgres"), { root, settings, seed: false });
  sql = postgres(database.url("postgres"), { max: 1, onnotice: () => {} });
}, patience(60_000));

afterAll(async () => {
  await sql?.end();
  await database?.server.stop();
  await Deno.remove(dir, { recursive: true });
});

it("a person who signs up in the language is told and mailed in it", async () => {
  const [ana] = await sql`
    insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
    values (gen_random_uuid(), 'ana@example.com', now(), '{"language": "pl"}') returning id`;
  const [profile] = await sql`
    update public.profiles set preferences = '{"weekly_review": true, "weekly_review_mail": true}'
    where id = ${ana!.id} returning language`;
  expect(profile!.language).toBe("pl");
  await sql`
    insert into public.journal_entries (user_id, title, written_at)
    select ${ana!.id}, 'Fog', '2026-11-18 12:00+00' from generate_series(1, 3)`;
  await sql`
    select private.send_review(p, '2026-11-23', null) from public.profiles as p
    where id = ${ana!.id}`;
  expect(await sql`select title from public.notifications where user_id = ${ana!.id}`)
    .toEqual([{ title: "Qo Your week" }]);
  expect(await sql`select subject from private.emails`).toEqual([{ subject: "Qo: 3 wi" }]);
});

it("the language has prompts and templates, counts by its rules and stems by none", async () => {
  expect(
    await sql`
    select n, private.text('weekly_mail', 'subject', 'pl', jsonb_build_object('entries', n)) as text
    from unnest(array[1, 2, 5, 12, 22, 112, 1002]) as n`.then((rows) =>
      rows.map(({ text }) => text)
    ),
  ).toEqual([
    "Qo: 1 wo",
    "Qo: 2 wi",
    "Qo: 5 wu",
    "Qo: 12 wu",
    "Qo: 22 wi",
    "Qo: 112 wu",
    "Qo: 1,002 wi",
  ]);
  const [counts] = await sql`
    select private.search_configuration('pl')::text as search,
      (select count(*)::integer from public.prompts where language = 'pl') as prompts,
      (select count(*)::integer from private.entry_template_texts where language = 'pl')
        as templates`;
  expect(counts).toEqual({ search: "simple", prompts: 138, templates: 5 });
});
