/** The triggers on profiles that a post of drops fires. */
import { expect, it } from "vitest";
import { sql } from "../support/sql.ts";

it("a post of drops fires only the triggers that a balance concerns", async () => {
  const triggers = await sql<{ name: string }[]>`
    select t.tgname as name from pg_trigger as t
    where t.tgrelid = 'public.profiles'::regclass and not t.tgisinternal
      -- On update: of any column, or of a column that a post writes.
      and t.tgtype & 16 > 0 and (t.tgattr = '' or exists (
        select from pg_attribute as a
        where a.attrelid = t.tgrelid and a.attnum = any (t.tgattr::int2[])
          and a.attname in ('drops_balance', 'updated_at')))
    order by 1`;
  expect(triggers.map(({ name }) => name)).toEqual([
    // These two fire for statements of clients alone, which change no balance.
    "profiles_050_limit_update",
    // It fires where a statement sets no `updated_at`, as a post does.
    "profiles_100_set_updated_at",
    "profiles_810_count_update",
    // Devices show the balance: they synchronize it, and are told of it.
    "profiles_910_record",
    "profiles_950_tell",
  ]);
});

it("the triggers for statements of clients, and for those without a time, have a condition", async () => {
  const conditions = await sql<{ definition: string }[]>`
    select pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = 'public.profiles'::regclass
      and tgname in ('profiles_050_limit_update', 'profiles_100_set_updated_at',
        'profiles_810_count_update')
    order by tgname`;
  expect(conditions.map(({ definition }) => /WHEN \(\((.*?)\)\)/.exec(definition)?.[1])).toEqual([
    "CURRENT_USER = 'authenticated'::name",
    "new.updated_at = old.updated_at",
    "CURRENT_USER = 'authenticated'::name",
  ]);
});
