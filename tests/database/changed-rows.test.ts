/** How many rows one request of the Data API changes, and how many all requests of a day. */
import { expect } from "vitest";
import { must } from "../../shared/database/results.ts";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const refusal = { code: "PT400", details: "too_many" };

/** Check-ins of a new goal. */
async function checkIns({ id, client }: Person, count: number): Promise<string> {
  const goal = must(await client.from("goals").insert({ title: "Run" }).select("id").single());
  await sql`insert into public.goal_check_ins (user_id, goal_id, status)
    select ${id}, ${goal.id}, 'missed' from generate_series(1, ${count}::integer)`;
  return goal.id;
}

const changed = async ({ id }: Person) =>
  (await sql`
    select made from private.quota_days where user_id = ${id} and kind = 'changed rows'`)[0]
    ?.made ?? 0;

const leave = ({ id }: Person, left: number) =>
  sql`
    insert into private.quota_days (user_id, kind, day, made)
    select ${id}, kind, 'infinity', max_daily - ${left}::int
    from private.quotas where kind = 'changed rows'
    on conflict (user_id, kind) do update set day = excluded.day, made = excluded.made`;

it("a request changes or deletes at most 1,000 rows", async ({ ana }) => {
  const goal = await checkIns(ana, 1001);
  const rows = () => ana.client.from("goal_check_ins");
  expect((await rows().update({ notes: "Rain" }).eq("goal_id", goal)).error)
    .toMatchObject({ ...refusal, message: expect.stringMatching(/^rows: at most 1,000/) });
  expect((await rows().delete().eq("goal_id", goal)).error).toMatchObject(refusal);
  expect(await sql`select from public.goal_check_ins where goal_id = ${goal} and notes = ''`)
    .toHaveLength(1001);
  expect(await changed(ana)).toBe(0);
  const [one] = await sql`select id from public.goal_check_ins where goal_id = ${goal} limit 1`;
  must(await rows().delete().eq("id", one!.id));
  must(await rows().update({ notes: "Rain" }).eq("goal_id", goal));
  must(await rows().delete().eq("goal_id", goal));
  expect(await changed(ana)).toBe(2001);
});

it("a request writes at most 2 MB of changed rows", async ({ ana }) => {
  const goal = await checkIns(ana, 300);
  const change = (letters: number) =>
    ana.client.from("goal_check_ins").update({ notes: "\u{1F30A}".repeat(letters) })
      .eq("goal_id", goal);
  expect((await change(2000)).error)
    .toMatchObject({ ...refusal, message: expect.stringMatching(/^rows: at most 2 MB/) });
  expect(await sql`select from public.goal_check_ins where goal_id = ${goal} and notes <> ''`)
    .toHaveLength(0);
  must(await change(1000));
});

it("rows that an insertion changes count, and so do rows of profiles", async ({ ana }) => {
  const goal = await checkIns(ana, 1);
  const [row] = await sql`
    select id, goal_id, status from public.goal_check_ins where goal_id = ${goal}`;
  await ana.client.from("goal_check_ins").upsert({ ...row, notes: "Sun" });
  must(await ana.client.from("profiles").update({ language: "de" }).eq("id", ana.id));
  expect(await changed(ana)).toBeGreaterThanOrEqual(1);
});

it("rows that a deletion cascades to do not count as the client's", async ({ ana }) => {
  const goal = await checkIns(ana, 1001);
  must(await ana.client.from("goals").delete().eq("id", goal));
  expect(await changed(ana)).toBe(1);
  expect(await sql`select from public.goal_check_ins where goal_id = ${goal}`).toHaveLength(0);
});

it("nothing changes once the rows of the day are used up", async ({ ana }) => {
  const goal = await checkIns(ana, 2);
  await leave(ana, 1);
  const change = () =>
    ana.client.from("goal_check_ins").update({ notes: "Rain" }).eq("goal_id", goal);
  expect((await change()).error).toMatchObject({
    code: "PT429",
    details: "daily_quota_reached",
    message: "At most 20000 changed rows a day (UTC)",
  });
  must(await ana.client.from("goals").update({ title: "Swim" }).eq("id", goal));
  expect((await ana.api("PUT", `/api/goals/${goal}`, { title: "Sing" })).status).toBe(429);
  // The day's rows bound no insertion and no function.
  must(await ana.client.from("goals").insert({ title: "Read" }));
  await ok(ana, "DELETE", "/api/chat/messages");
});

it("a conversation of any length is deleted at once", async ({ ana }) => {
  await sql`insert into public.chat_messages (user_id, role, content)
    select ${ana.id}, 'user', 'Hello' from generate_series(1, 1001)`;
  await sql`
    insert into public.note_analyses (user_id, analysis_date, entry_count, summary, mood_trends,
      topics, patterns, recommendations, insights)
    select ${ana.id}, date '2020-01-01' + n, 1, 'Calm', '{}', '[]', '[]', 'Rest',
      '{"gratitude": [], "challenges": [], "goals": [], "achievements": []}'
    from generate_series(1, 1001) as n`;
  await ok(ana, "DELETE", "/api/chat/messages");
  await ok(ana, "DELETE", "/api/chat/analyses");
  for (const table of ["chat_messages", "note_analyses"]) {
    expect(await sql`select from public.${sql(table)} where user_id = ${ana.id}`).toHaveLength(0);
  }
});
