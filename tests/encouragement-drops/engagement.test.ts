/** The engagement job counts each engaged drop once, wherever it is interrupted. */
import { beforeEach, describe, expect } from "vitest";
import { CutClient, isCut } from "../support/cut-client.ts";
import { testEnvironment } from "../support/environment.ts";
import type { Person } from "../support/people.ts";
import { ownPlatform } from "../support/own-platform.ts";

await ownPlatform();
const { person, send: request, persons } = await import("../support/people.ts");
const { it } = await import("../support/it.ts");
const { ok } = await import("../support/requests.ts");
const { sql } = await import("../support/sql.ts");
const { platform } = await import("../support/platform.ts");
const { age, badgeOf, myDrops, openDrops, path, sent } = await import("./support.ts");

const cron = `${path}/cron/process-engagement`;
const secret = { "x-cron-secret": testEnvironment.DROPS_CRON_SECRET };

const run = async () => {
  const { status, body } = await request("POST", cron, undefined, secret);
  expect([status, body.results?.errors]).toEqual([200, []]);
  return body.results;
};

const open = async () =>
  (await sql`select count(*)::int as n from public.drops_sent where settled_at is null`)[0]!.n;

/** Badges are what the drops say, and the bonus of each sender was given once. */
const faults = () =>
  sql`
    select b.user_id from public.encouragement_badges as b
    join (
      select sender_id, count(*) as sent, count(settled_at) as settled,
        count(*) filter (where engagement_increased) as increases,
        sum(bonus_drops_awarded) as bonus
      from public.drops_sent group by sender_id
    ) as d on d.sender_id = b.user_id
    where (b.total_drops_sent, b.settled_drops, b.total_engagement_increases, b.bonus_drops_earned)
        is distinct from (d.sent, d.settled, d.increases, d.bonus)
      or d.bonus <> (
        select coalesce(sum(bonus_drops_earned), 0) from public.user_drops as u
        where u.user_id = b.user_id)`;

let ana: Person;
let ben: Person;
beforeEach(async () => {
  await sql`delete from public.encouragement_badges`;
  await sql`delete from public.drops_sent`;
  [ana, ben] = await persons("Ana", "Ben");
});

const note = (who: Person) =>
  ok(who, "POST", "/api/engagement/action-notes", { content: "Wrote something" });

describe("the routes", () => {
  it("take one of three secrets, or a super admin", async ({ admin }) => {
    const { DROPS_CRON_SECRET, WORKOUT_WINDOW_CRON_SECRET, CHAT_CRON_SECRET } = testEnvironment;
    for (const value of [DROPS_CRON_SECRET, WORKOUT_WINDOW_CRON_SECRET, CHAT_CRON_SECRET]) {
      expect((await request("POST", cron, undefined, { "x-cron-secret": value })).status).toBe(200);
    }
    const byHand = `${path}/admin/process-engagement`;
    await openDrops(ana, ben);
    await note(ben);
    const { success, results } = await ok(admin, "POST", byHand);
    const counts = { total: 1, engaged: 1, expired: 0, bonus_drops: 2, failed: 0, remaining: 0 };
    expect([success, results]).toEqual([true, { ...counts, errors: [] }]);
    const acts = await sql`
      select act, target_type, target_id from public.audit_log where actor_id = ${admin.id}`;
    const target = { target_type: "job", target_id: "encouragement-engagement" };
    expect(acts).toEqual([{ act: "drop_engagement.run", ...target }]);
  });

  it("are scheduled every hour", async () => {
    const [job] = await sql`
      select schedule, path from private.jobs where name = 'encouragement-engagement'`;
    expect(job).toEqual({
      schedule: "0 * * * *",
      path: "/encouragement-drops/cron/process-engagement",
    });
  });
});

describe("engagement", () => {
  const entries: [string, string, Record<string, unknown>][] = [
    ["a journal entry", "/api/journal", { title: "Today", content: "x", mood: "calm" }],
    ["a satisfaction entry", "/api/engagement/satisfaction", { score: 8 }],
    ["an action note", "/api/engagement/action-notes", { content: "x" }],
    ["a sleep entry", "/api/engagement/sleep", { date: "2026-11-21", hours: 8, quality: 4 }],
  ];

  it.each(entries)("is %s of the recipient", async (_name, at, body) => {
    const drop = await sent(ana, ben);
    await ok(ben, "POST", at, body);
    expect(await run()).toMatchObject({ total: 1, engaged: 1, expired: 0, bonus_drops: 2 });
    const [row] = await sql`
      select engagement_increased, bonus_drops_awarded, settled_at is not null as settled
      from public.drops_sent where id = ${drop.id}`;
    expect(row).toEqual({ engagement_increased: true, bonus_drops_awarded: 2, settled: true });
    expect(await myDrops(ana)).toMatchObject({ bonus_drops_earned: 2, total_available: 6 });
    expect(await badgeOf(ana)).toMatchObject({
      total_engagement_increases: 1,
      success_rate: 1,
      bonus_drops_earned: 2,
    });
    expect(await faults()).toEqual([]);
  });

  it("is not an entry from before the drop, or an entry of somebody else", async () => {
    await note(ben);
    await sent(ana, ben);
    await note(ana);
    expect(await run()).toMatchObject({ total: 0, engaged: 0, expired: 0 });
    expect(await open()).toBe(1);
  });

  it("counts every open drop that the writer received before", async ({ cleo }) => {
    await openDrops(ana, ben, { count: 3 });
    await openDrops(cleo, ben, { count: 2 });
    await note(ben);
    expect(await run()).toMatchObject({ total: 5, engaged: 5, bonus_drops: 10 });
    expect(await myDrops(ana)).toMatchObject({ bonus_drops_earned: 6, total_available: 11 });
    expect(await myDrops(cleo)).toMatchObject({ bonus_drops_earned: 4 });
    expect(await faults()).toEqual([]);
  });

  it("goes by created_at, whatever the writer says", async ({ cleo }) => {
    const write = (who: Person, minutes: number) =>
      ok(who, "POST", "/api/engagement/action-notes", {
        content: "Wrote something",
        written_at: new Date(Date.now() + minutes * 60_000).toISOString(),
      });
    await write(cleo, 4);
    await sent(ana, cleo);
    await sent(ana, ben);
    await write(ben, -60);
    expect(await run()).toMatchObject({ total: 1, engaged: 1 });
    expect(await sql`select recipient_id from public.drops_sent where engagement_increased`)
      .toEqual([{ recipient_id: ben.id }]);
  });

  it("counts the last moment of the window, and none after it", async () => {
    const [inside, outside] = [await sent(ana, ben), await sent(ana, ben)];
    await age(inside, 30);
    await age(outside, 30);
    const at = (drop: { id: string }, offset: string) =>
      sql`
        insert into public.action_notes (user_id, content, written_at, created_at)
        select ${ben.id}, 'x', date_sent, engagement_window_ends_at + ${offset}::interval
        from public.drops_sent where id = ${drop.id}`;
    await sql`
      update public.drops_sent set date_sent = date_sent + interval '1 hour',
        engagement_window_ends_at = engagement_window_ends_at - interval '1 hour'
      where id = ${outside.id}`;
    await at(inside, "0");
    expect(await run()).toMatchObject({ total: 2, engaged: 1, expired: 1, bonus_drops: 2 });
    const rows = await sql`
      select id, engagement_increased from public.drops_sent order by engagement_increased desc`;
    expect(rows).toEqual([
      { id: inside.id, engagement_increased: true },
      { id: outside.id, engagement_increased: false },
    ]);
  });

  it("is not an entry that was deleted before the job", async () => {
    await sent(ana, ben);
    await note(ben);
    await sql`delete from public.action_notes where user_id = ${ben.id}`;
    expect(await run()).toMatchObject({ total: 1, engaged: 0, expired: 0 });
    expect(await run()).toMatchObject({ total: 0 });
  });

  it("is found when the window closes, also of an entry that marked nothing", async () => {
    const drop = await sent(ana, ben);
    await note(ben);
    await sql`delete from private.drop_marks`;
    expect(await run()).toMatchObject({ total: 0 });
    await sql`
      update public.drops_sent set engagement_window_ends_at = now() - interval '61 seconds',
        date_sent = now() - interval '1 day' where id = ${drop.id}`;
    await sql`
      update public.action_notes
      set created_at = now() - interval '1 hour', written_at = now() - interval '1 hour'
      where user_id = ${ben.id}`;
    expect(await run()).toMatchObject({ total: 1, engaged: 1 });
  });

  it("of a closed window settles the drop without bonus, after which it is not read again", async () => {
    const drop = await sent(ana, ben);
    await age(drop, 25);
    expect(await run()).toMatchObject({ total: 1, engaged: 0, expired: 1, bonus_drops: 0 });
    expect(await run()).toMatchObject({ total: 0 });
    await note(ben);
    expect(await run()).toMatchObject({ total: 0 });
    expect(await badgeOf(ana)).toMatchObject({ success_rate: 0, total_engagement_increases: 0 });
  });

  it("waits a minute after the window, for entries whose transactions are in progress", async () => {
    const drop = await sent(ana, ben);
    await age(drop, 24);
    expect(await run()).toMatchObject({ total: 0, expired: 0 });
    await sql`
      update public.drops_sent set engagement_window_ends_at = now() - interval '61 seconds'
      where id = ${drop.id}`;
    expect(await run()).toMatchObject({ total: 1, expired: 1 });
  });

  it("with a synthetic or deleted recipient earns nothing", async ({ cleo }) => {
    await sent(ana, ben);
    await note(ben);
    await sql`update public.profiles set is_ai = true where id = ${ben.id}`;
    const gone = await sent(ana, cleo);
    await note(cleo);
    await sql`delete from auth.users where id = ${cleo.id}`;
    expect(await run()).toMatchObject({ total: 2, engaged: 0, expired: 0 });
    await age(gone, 25);
    expect(await run()).toMatchObject({ total: 1, engaged: 0, expired: 1 });
    expect(await myDrops(ana)).toMatchObject({ bonus_drops_earned: 0 });
  });
});

describe("the bonus", () => {
  it("belongs to the sender's day on which it is earned", async () => {
    await sql`update public.profiles set timezone = 'Pacific/Kiritimati' where id = ${ana.id}`;
    await openDrops(ana, ben);
    await note(ben);
    await run();
    const rows = await sql`
      select date = (now() at time zone 'Pacific/Kiritimati')::date as today, bonus_drops_earned
      from public.user_drops where user_id = ${ana.id}`;
    expect(rows).toEqual([{ today: true, bonus_drops_earned: 2 }]);
  });

  it("has no cap: every engaged drop of a day earns it", async () => {
    await openDrops(ana, ben, { count: 60 });
    await note(ben);
    expect(await run()).toMatchObject({ engaged: 60, bonus_drops: 120 });
    await openDrops(ana, ben, { count: 3 });
    await note(ben);
    expect(await run()).toMatchObject({ engaged: 3, bonus_drops: 6 });
    expect(await myDrops(ana)).toMatchObject({ bonus_drops_earned: 126, total_available: 131 });
    expect(await badgeOf(ana)).toMatchObject({ total_engagement_increases: 63 });
    expect(await faults()).toEqual([]);
  });
});

describe("many drops", () => {
  it("are each settled once by runs at the same time", async ({ cleo }) => {
    await openDrops(ana, ben, { count: 5_000 });
    await openDrops(cleo, ana, { count: 1_000 });
    await note(ben);
    const runs = await Promise.all([run(), run(), run()]);
    const sum = (name: string) => runs.reduce((sum, each) => sum + each[name], 0);
    expect([sum("engaged"), sum("expired"), sum("bonus_drops")]).toEqual([5_000, 0, 10_000]);
    expect(await open()).toBe(1_000);
    expect(runs.map(({ remaining }) => remaining)).toEqual([0, 0, 0]);
    expect(await faults()).toEqual([]);
  });

  it("are each settled once when runs are cut off at any moment", async () => {
    await openDrops(ana, ben, { count: 2_000 });
    await note(ben);
    const client = new CutClient(platform.db_url);
    for (let ms = 5; ms < 150; ms += 20) {
      const step = client.sql`select * from private.process_engagement_batch(500)`
        .catch((error) => {
          if (!isCut(error)) throw error;
        });
      await new Promise((resolve) => setTimeout(resolve, ms));
      client.die();
      await step;
      expect(await faults()).toEqual([]);
    }
    await run();
    expect(await open()).toBe(0);
    expect(await badgeOf(ana)).toMatchObject({ total_engagement_increases: 2_000 });
  });

  it("that a run left behind are checked by the next one", async () => {
    await openDrops(ana, ben, { count: 30 });
    await note(ben);
    const [step] = await sql`select * from private.process_engagement_batch(20)`;
    expect(step).toMatchObject({ total: 20, engaged: 20, done: false });
    expect(await sql`select private.process_engagement_remaining() as left`)
      .toEqual([{ left: 10 }]);
    expect(await run()).toMatchObject({ total: 10, engaged: 10, remaining: 0 });
  });
});

it("sends and settles at the same time without losing a count", async () => {
  const people = await Promise.all(["C", "D", "E", "F"].map((name) => person(name)));
  await Promise.all(people.flatMap((who, n) => [
    ...[1, 2, 3].map(() => sent(who, people[(n + 1) % people.length]!)),
    note(who),
    run(),
  ]));
  await Promise.all(people.map(note));
  await run();
  expect(await open()).toBe(0);
  expect(await faults()).toEqual([]);
});

it("counts an entry whose drop was marked by another one, and taken before it was committed", async ({ ana, ben }) => {
  await openDrops(ana, ben);
  // The mark of a note that is deleted at once.
  await sql`insert into public.action_notes (user_id, content) values (${ben.id}, 'Gone')`;
  await sql`delete from public.action_notes where user_id = ${ben.id}`;
  await sql.begin(async (tx) => {
    await tx`insert into public.action_notes (user_id, content) values (${ben.id}, 'Stays')`;
    expect((await run()).engaged).toBe(0);
  });
  expect((await run()).engaged).toBe(1);
});
