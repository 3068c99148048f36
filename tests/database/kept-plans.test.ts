/** Functions of frequent requests keep their plans; Postgres plans functions in sql at every call. */
import postgres from "postgres";
import { afterAll, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { keys, platform } from "../support/platform.ts";
import { ok } from "../support/requests.ts";
import { become, undone } from "../support/sql.ts";

/** Only the superuser may count the calls of functions. */
const url = new URL(platform.db_url);
url.username = "supabase_admin";
url.password = keys.database.supabase_admin;
const superuser = postgres(url.href, { max: 1, onnotice: () => {} });
afterAll(() => superuser.end());

const ana = await person("Ana");
const admin = await person("Ada", "super_admin");
await ok(ana, "POST", "/api/workout-window/setup", {
  activityType: "walk",
  windowStartTime: "12:00",
  windowEndTime: "14:00",
  timezone: "UTC",
});

const today = "(now() at time zone 'utc')::date";
const entry = `'{"title": "Fog", "content": "It lifted.", "tags": ["lake"]}'`;
const requests: [Person, string][] = [
  [ana, `public.create_journal_entry(${entry}, true)`],
  [ana, "public.list_journal_entries()"],
  [ana, "public.my_workout_day()"],
  [ana, `public.list_workout_checkins(${today})`],
  [ana, `public.get_workout_chain(${today})`],
  [ana, `public.get_workout_squad(${today})`],
  [admin, "public.admin_list_users()"],
];

it("a frequent request calls no function that is planned at every call", async () => {
  const planned = await undone(async (tx) => {
    for (const [who, call] of requests) {
      await tx`set local role supabase_admin`;
      await tx`set local track_functions = 'all'`;
      await become(who, tx);
      await tx`select set_config('request.jwt.claims',
        (current_setting('request.jwt.claims')::jsonb || '{"user_role": "super_admin"}')::text, true)`;
      await tx.unsafe(`select * from ${call}`);
    }
    // A plan contains what an immutable function without arguments returns.
    return await tx<{ name: string; calls: number }[]>`
      select s.funcname as name, s.calls::int from pg_stat_xact_user_functions as s
      join pg_proc as p on p.oid = s.funcid join pg_language as l on l.oid = p.prolang
      where s.schemaname = 'private' and (l.lanname = 'sql' and p.provolatile <> 'i'
        or s.funcname in ('insert_journal_entry', 'my_workout_day', 'admin_user_page'))
      order by s.funcname`;
  }, superuser);
  expect(planned).toEqual([
    { name: "admin_user_page", calls: 1 },
    { name: "insert_journal_entry", calls: 1 },
    { name: "my_workout_day", calls: 1 },
  ]);
});
