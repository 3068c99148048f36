/** Live updates: the changes of which a user is told, and how often. */
import postgres from "postgres";
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { eventually } from "../support/eventually.ts";
import { listen } from "../support/live.ts";
import { keys, platform } from "../support/platform.ts";
import { ok } from "../support/requests.ts";
import { sql, undone } from "../support/sql.ts";

/** The ids that a user has been told of a type, in their order. */
const told = async ({ id }: { id: string }, type: string) =>
  (await sql<{ id: string | null }[]>`
    select payload ->> 'id' as id from realtime.messages
    where topic = ${`user:${id}`} and event = 'changed' and private and payload ->> 'type' = ${type}
    order by inserted_at`).map(({ id }) => id);

it("a user hears of what changes, with its type and id", async ({ ana }) => {
  const { heard } = await listen(ana.client, `user:${ana.id}`);
  const { goal } = await ok(ana, "POST", "/api/goals", { title: "Swim" });
  await ok(ana, "PUT", `/api/goals/${goal.id}`, { title: "Swim far" });
  await ok(ana, "DELETE", `/api/goals/${goal.id}`);
  const positions = { before: expect.any(String), after: expect.any(String) };
  const payload = { type: "goal", id: goal.id, ...positions };
  await eventually(() =>
    // Messages from just before the client joined the topic may still arrive.
    expect(heard.filter(([, { type }]) => type === "goal"))
      .toEqual(Array(3).fill(["changed", payload]))
  );
});

it("every type of sync is told of", async ({ ana }) => {
  // Streaks change with entries, check-ins and balances, which are told of, and with pauses.
  const types = await sql<{ type: string }[]>`
    select type from private.synced_types where type <> 'streak'
    union select 'profile' union select 'import'`;
  const tables = await sql<{ type: string }[]>`
    select distinct split_part(encode(tgargs, 'escape'), '\\000', 4) as type
    from pg_trigger where tgfoid = 'private.tell'::regproc and tgargs like 'user%'`;
  expect(tables.map(({ type }) => type).sort()).toEqual(types.map(({ type }) => type).sort());
  await ok(ana, "PUT", "/api/user/profile", { full_name: "Ana B" });
  expect((await told(ana, "profile")).at(-1)).toBe(ana.id);
});

it("a pause of all streaks is told of, and so is its end", async ({ ana }) => {
  const until = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  await ok(ana, "PUT", "/api/streaks/pause", { until });
  expect(await told(ana, "streak")).toEqual([null]);
  await ok(ana, "DELETE", "/api/streaks/pause");
  expect(await told(ana, "streak")).toEqual([null, null]);
});

it("one entry is told of once, and so is a change of its text", async ({ ana }) => {
  const { entry } = await ok(ana, "POST", "/api/journal", { title: "A", content: "a" });
  await ok(ana, "PUT", `/api/journal/${entry.id}`, { content: "b" });
  await ok(ana, "DELETE", `/api/journal/${entry.id}`);
  expect(await told(ana, "journal_entry")).toEqual(Array(3).fill(entry.id));
});

describe("a statement", () => {
  it("tells each user once, without an id where there are several", async ({ ana, ben }) => {
    const [only] = await sql<{ id: string }[]>`
      insert into public.goals (user_id, title)
      values (${ben.id}, 'b'), (${ana.id}, 'a'), (${ana.id}, 'c') returning id`;
    expect(await told(ana, "goal")).toEqual([null]);
    expect(await told(ben, "goal")).toEqual([only!.id]);
    await sql`update public.goals set title = title where user_id = ${ana.id} and title = 'none'`;
    expect(await told(ana, "goal")).toHaveLength(1);
  });

  it("is carried out when nobody can be told", async ({ ana }) => {
    const url = new URL(platform.db_url);
    [url.username, url.password] = ["supabase_admin", keys.database.supabase_admin];
    const superuser = postgres(url.href, { max: 1, onnotice: () => {} });
    await undone(async (transaction) => {
      const [day] = await transaction<{ name: string }[]>`
        select to_char(now() at time zone 'utc', '"messages_"YYYY_MM_DD') as name`;
      await transaction.unsafe(`drop table realtime.${day!.name}`);
      const goals = await transaction`
        insert into public.goals (user_id, title) values (${ana.id}, 'Swim') returning id`;
      expect(goals).toHaveLength(1);
      await transaction`select private.tell_user(${ana.id}, 'streak')`;
    }, superuser).finally(() => superuser.end());
  });
});

describe("a transaction", () => {
  it("tells at most fifty users", async () => {
    await undone(async (tx) => {
      const users = await tx<{ id: string }[]>`
        insert into auth.users (id, email)
        select gen_random_uuid(), gen_random_uuid() || '@example.com' from generate_series(1, 101)
        returning id`;
      await tx`select set_config('live.told', '0', true)`;
      const topics = users.map(({ id }) => `user:${id}`);
      const told = async () =>
        (await tx`
          select from realtime.messages
          where topic = any (${topics}) and payload ->> 'type' = 'goal'`).length;
      const add = (limit: number) =>
        tx`
          insert into public.goals (user_id, title)
          select id, 'Swim' from auth.users where id = any (${users.map(({ id }) => id)})
          limit ${limit}`;
      await add(30);
      expect(await told()).toBe(30);
      await add(101);
      expect(await told()).toBe(50);
    });
  });

  it("of a job tells nobody", async ({ ana }) => {
    await undone(async (tx) => {
      const statement = `with made as (
        insert into public.goals (user_id, title) values ('${ana.id}', 'Swim') returning id
      ) select jsonb_agg(id) from made`;
      await tx`select private.schedule_statement('swim', '0 0 1 * *', ${statement})`;
      await tx`select private.run_job('swim')`;
      expect(await tx`select from public.goals where user_id = ${ana.id}`).toHaveLength(1);
      expect(
        await tx`select from realtime.messages where topic = ${`user:${ana.id}`}
        and payload ->> 'type' = 'goal'`,
      ).toHaveLength(0);
    });
  });
});
