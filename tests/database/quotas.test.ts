/** How much one user can make, whichever way it is written. */
import { describe, expect, it } from "vitest";
import { run } from "../admin/import-runs.ts";
import { type Person, person, persons, service } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const [ana, ben] = await persons("Ana", "Ben");

type Made = PromiseLike<{ error: { code: string; details: string; hint: string } | null }>;
type Values = Record<string, unknown>;
const insert = (table: string, row: Values, who = ana) => who.client.from(table).insert(row);
const rpc = (name: string, args: Values, who = ana) => who.client.rpc(name, args);
const made = async (name: string, args: Values): Promise<string> => {
  const { data, error } = await rpc(name, args);
  if (error) throw error;
  return data.id ?? data;
};

const dreamId = await made("create_dream", { p_fields: { title: "A dream" } });
const packId = await made("create_tone_pack", { p_pack: { name: "Pack", theme: "origami" } });
const orgId = await made("create_organization", { p_name: "Org" });
const teamId = await made("create_team", { p_org_id: orgId, p_name: "Team" });
const { data } = await insert("goals", { title: "A goal" }).select("id").single();
const goalId = data!.id;

/** Lets the user make `left` more today. The day that the count belongs to does not end. */
async function leave({ id }: Person, kind: string, left: number) {
  await sql`
    insert into private.quota_days (user_id, kind, day, made)
    select ${id}, kind, 'infinity', max_daily - ${left}::int from private.quotas where kind = ${kind}
    on conflict (user_id, kind) do update set day = excluded.day, made = excluded.made`;
}

const free = ({ id }: Person) => sql`delete from private.quota_days where user_id = ${id}`;

const today = { error: { code: "PT429", details: "daily_quota_reached" } };
const atATime = { error: { code: "PT409", details: "quota_reached" } };

const entry = () => ({ p_entry: { title: "Entry", content: "" } });
const email = () => `${crypto.randomUUID()}@example.com`;

/** The kind of row that counts, the table or function that makes it, and its row or arguments. */
const kinds: [kind: string, name: string, values: () => Values][] = [
  ["goals", "goals", () => ({ title: "Goal" })],
  ["goal check-ins", "goal_check_ins", () => ({ goal_id: goalId, status: "completed" })],
  ["notebooks", "notebooks", () => ({ name: "Notebook" })],
  ["reminders", "reminders", () => ({ kind: "journal", local_time: "08:00", days: [1] })],
  ["entry templates", "entry_templates", () => ({ name: "Mine", title: "Mine" })],
  ["engagement entries", "satisfaction_entries", () => ({ score: 5 })],
  ["engagement entries", "action_notes", () => ({ content: "Note" })],
  ["engagement entries", "sleep_entries", () => ({ date: "2026-01-01", hours: 8, quality: 3 })],
  ["progress reports", "progress_reports", () => ({ dream_id: dreamId, content: "Report" })],
  ["entries", "create_journal_entry", entry],
  ["dreams", "create_dream", () => ({ p_fields: { title: "Dream" } })],
  ["team messages", "send_team_message", () => ({ p_team_id: teamId, p_content: "Hello" })],
  ["organizations", "create_organization", () => ({ p_name: "Org" })],
  ["teams", "create_team", () => ({ p_org_id: orgId, p_name: "Team" })],
  ["tone packs", "create_tone_pack", () => ({ p_pack: { name: "Pack", theme: "origami" } })],
  ["shares of tone packs", "share_tone_pack", () => ({ p_tone_pack_id: packId, p_email: email() })],
  ["pages of exports", "export_pages", () => ({ p_section: "goals" })],
  ["pages of exports", "archive_page", () => ({})],
];

/** Makes one more, in the way of the table above. */
const make = (name: string, who = ana): Made => {
  const [, , values] = kinds.find((each) => each[1] === name)!;
  return /^(create|send|share|export|archive)_/.test(name)
    ? rpc(name, values(), who)
    : insert(name, values(), who);
};

describe("on one day", () => {
  it.each(kinds)("%s are bounded: %s", async (kind, name) => {
    await leave(ana, kind, 1);
    expect((await make(name)).error).toBeNull();
    const refused = await make(name);
    expect(refused).toMatchObject(today);
    expect(Number(refused.error?.hint)).toBeLessThanOrEqual(86_400);
    await free(ana);
    expect((await make(name)).error).toBeNull();
  });

  it("members added to organizations and teams are bounded", async () => {
    const add = (name: string, args: Values) => rpc(name, { ...args, p_user_id: ben.id });
    await leave(ana, "members added to organizations", 0);
    expect(await add("add_organization_member", { p_org_id: orgId })).toMatchObject(today);
    await free(ana);
    expect((await add("add_organization_member", { p_org_id: orgId })).error).toBeNull();
    await leave(ana, "members added to teams", 0);
    expect(await add("add_team_member", { p_team_id: teamId })).toMatchObject(today);
    await free(ana);
  });

  it("a statement that goes past the quota stores nothing", async () => {
    const carl = await person("Carl");
    await leave(carl, "engagement entries", 2);
    const rows = Array.from({ length: 3 }, () => ({ score: 5 }));
    const { error } = await carl.client.from("satisfaction_entries").insert(rows);
    expect({ error }).toMatchObject(today);
    expect((await carl.client.from("satisfaction_entries").select()).data).toEqual([]);
  });

  it("requests at once do not go past the quota", async () => {
    const carl = await person("Carl");
    await leave(carl, "goals", 2);
    const answers = await Promise.all(Array.from({ length: 6 }, () => make("goals", carl)));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(2);
  });

  it("a deletion makes no room, the next day does", async () => {
    const carl = await person("Carl");
    await leave(carl, "goals", 1);
    expect((await make("goals", carl)).error).toBeNull();
    await carl.client.from("goals").delete().eq("user_id", carl.id);
    expect(await make("goals", carl)).toMatchObject(today);
    await sql`
      update private.quota_days set day = private.utc_today() - 1 where user_id = ${carl.id}`;
    expect((await make("goals", carl)).error).toBeNull();
  });

  it("a user's quota is not used up by others", async () => {
    await leave(ana, "goals", 0);
    expect((await make("goals", ben)).error).toBeNull();
    await free(ana);
  });

  it("the routes answer 429 with the time to wait", async () => {
    await leave(ana, "entries", 0);
    const { status, body, headers } = await ana.api("POST", "/api/journal", entry().p_entry);
    expect([status, body.code]).toEqual([429, "daily_quota_reached"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    await free(ana);
  });

  it("keys of safe repeats and profile pictures are bounded", async () => {
    const withKey = () =>
      ana.api("POST", "/api/goals", { title: "Goal" }, { "Idempotency-Key": crypto.randomUUID() });
    await leave(ana, "idempotency keys", 1);
    expect((await withKey()).status).toBe(201);
    expect(await withKey()).toMatchObject({ status: 429, body: { code: "daily_quota_reached" } });
    await leave(ana, "profile pictures", 0);
    const picture = { p_user_id: ana.id, p_path: "a.png", p_url: "https://example.com/a.png" };
    expect(await service.rpc("set_avatar", picture)).toMatchObject(today);
    await free(ana);
  });

  it("builds of dreams are bounded", async () => {
    const build = async () => {
      const id = await made("create_dream", { p_fields: { title: "A dream" } });
      return await rpc("build_dream", { p_id: id });
    };
    await leave(ana, "dream builds", 1);
    expect((await build()).error).toBeNull();
    expect(await build()).toMatchObject(today);
    await free(ana);
  });

  it("imports do not count", async () => {
    await leave(ben, "entries", 0);
    const state = await run(ben, JSON.stringify([{ title: "Old", content: "Imported" }]));
    expect(state).toMatchObject({ imported: 1, failed: 0 });
  });
});

describe("at a time", () => {
  /** The kind of row that counts, how one more is made, and the columns and values of many. */
  const kept: [kind: string, name: string, owned: string, values: string][] = [
    ["goals", "goals", "goals (user_id, title)", "'Goal'"],
    ["notebooks", "notebooks", "notebooks (user_id, name)", "'Notebook'"],
    ["dreams", "create_dream", "dreams (user_id, title)", "'Dream'"],
    ["tone packs", "create_tone_pack", "tone_packs (owner_id, name, theme)", "'Pack', 'origami'"],
  ];

  it.each(kept)("%s are bounded", async (kind, name, owned, values) => {
    const carl = await person("Carl");
    const [quota] = await sql`select max_total from private.quotas where kind = ${kind}`;
    await sql.unsafe(
      `insert into public.${owned} select $1::uuid, ${values} from generate_series(2, $2::int)`,
      [carl.id, quota!.max_total],
    );
    expect((await make(name, carl)).error).toBeNull();
    expect(await make(name, carl)).toMatchObject(atATime);
    const [table, owner] = owned.match(/\w+/g)!;
    await sql`
      delete from ${sql(table!)} where id =
        (select id from ${sql(table!)} where ${sql(owner!)} = ${carl.id} limit 1)`;
    expect((await make(name, carl)).error).toBeNull();
  });

  it("organizations are bounded by the number that their owner has made", async () => {
    const carl = await person("Carl");
    const make = () => rpc("create_organization", { p_name: "Own" }, carl);
    await organizationsOf(carl.id, 100, false);
    expect((await make()).error).toBeNull();
    await organizationsOf(carl.id, 99, true);
    expect(await make()).toMatchObject(atATime);
  });
});

describe("groups that a user has joined", () => {
  it("are at most 300 organizations and 500 teams", async () => {
    const dora = await person("Dora");
    const totals = await sql`
      select kind, max_total from private.quotas where kind like '% joined' order by kind`;
    expect(totals).toEqual([
      { kind: "organizations joined", max_total: 300 },
      { kind: "teams joined", max_total: 500 },
    ]);
    // Handed over to her, so that they do not count as made.
    await organizationsOf(dora.id, 1, false);
    const [org] = await sql`select id from public.organizations where owner_id = ${dora.id}`;
    await sql.begin(async (tx) => {
      await tx`
        with made as (
          insert into public.organizations (name, owner_id)
          select 'Org', ${ana.id} from generate_series(1, 300) returning id
        ), owned as (
          insert into public.organization_members (org_id, user_id, role)
          select id, ${ana.id}, 'owner' from made
        )
        insert into public.organization_members (org_id, user_id) select id, ${dora.id} from made`;
      await tx`
        update public.organization_members set accepted = user_id = ${dora.id}
        where user_id = ${dora.id} and org_id <> ${org!.id}`;
      await tx`
        with made as (
          insert into public.teams (org_id, name, admin_id)
          select ${org!.id}, 'Team', ${dora.id} from generate_series(1, 500) returning id
        )
        insert into public.team_members (team_id, org_id, user_id, role)
        select id, ${org!.id}, ${dora.id}, 'admin' from made`;
      await tx`update public.team_members set accepted = true where user_id = ${dora.id}`;
    });
    expect(await rpc("create_organization", { p_name: "Org" }, dora)).toMatchObject(atATime);
    const team = { p_org_id: org!.id, p_name: "Team" };
    expect(await rpc("create_team", team, dora)).toMatchObject(atATime);
    await sql`
      delete from public.organization_members where user_id = ${dora.id} and accepted
        and org_id = (select org_id from public.organization_members
          where user_id = ${dora.id} and accepted limit 1)`;
    expect((await rpc("create_organization", { p_name: "Org" }, dora)).error).toBeNull();
  });
});

/** Organizations whose owner has made them, or whose owner somebody has added before. */
async function organizationsOf(owner: string, count: number, accepted: boolean) {
  await sql.begin(async (tx) => {
    const orgs = await tx<{ id: string }[]>`
      insert into public.organizations (name, owner_id)
      select 'Org ' || n, ${owner} from generate_series(1, ${count}::int) as n returning id`;
    const ids = orgs.map(({ id }) => id);
    await tx`
      insert into public.organization_members (org_id, user_id, role)
      select id, ${owner}, 'owner' from unnest(${ids}::uuid[]) as id`;
    await tx`
      update public.organization_members set accepted = ${accepted} where org_id = any (${ids})`;
  });
}

describe("groups that others add somebody to", () => {
  it("are at most 100 organizations; an invitation still leads to more", async () => {
    const [dora, eve] = await persons("Dora", "Eve");
    await organizationsOf(dora.id, 99, false);
    const add = async () => {
      const { data } = await rpc("create_organization", { p_name: "Org" }, eve);
      const args = { p_org_id: data.id, p_user_id: dora.id };
      return [data.id, await rpc("add_organization_member", args, eve)];
    };
    expect((await add())[1].error).toBeNull();
    const [orgId, refused] = await add();
    expect(refused).toMatchObject({ error: { code: "PT409", details: "invitation_needed" } });
    const path = `/api/organizations/${orgId}/invitations`;
    const { invitation } = await ok(eve, "POST", path, { user_id: dora.id });
    const accepted = await rpc("accept_invitation", { p_invitation_id: invitation.id }, dora);
    expect(accepted.error).toBeNull();
    expect((await rpc("create_organization", { p_name: "Own" }, dora)).error).toBeNull();
  });

  it("are at most 200 teams; own ones do not count", async () => {
    const teams = (count: number) =>
      sql.begin(async (tx) => {
        const rows = await tx<{ id: string }[]>`
          insert into public.teams (org_id, name, admin_id)
          select ${orgId}, 'Team ' || n, ${ana.id} from generate_series(1, ${count}::int) as n
          returning id`;
        const ids = rows.map(({ id }) => id);
        await tx`
          insert into public.team_members (team_id, org_id, user_id, role)
          select team.id, ${orgId}, who.id, who.role from unnest(${ids}::uuid[]) as team (id),
            (values (${ana.id}::uuid, 'admin'), (${ben.id}::uuid, 'member')) as who (id, role)`;
        await tx`update public.team_members set accepted = true where user_id = ${ana.id}`;
      });
    await teams(199);
    const add = { p_team_id: teamId, p_user_id: ben.id };
    expect((await rpc("add_team_member", add)).error).toBeNull();
    const more = await rpc("create_team", { p_org_id: orgId, p_name: "His", p_admin_id: ben.id });
    expect(more).toMatchObject(atATime);
    const own = await rpc("create_team", { p_org_id: orgId, p_name: "His own" }, ben);
    expect(own.error).toBeNull();
  });
});

it("every table that clients insert into has a quota", async () => {
  const unbounded = await sql`
    select c.relname from pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and has_any_column_privilege('authenticated', c.oid, 'insert')
      and not exists (
        select from pg_trigger as t
        where t.tgrelid = c.oid and t.tgfoid = 'private.keep_quota'::regproc)`;
  expect(unbounded.map(({ relname }) => relname)).toEqual([]);
});
