/** Matters of all users: the configuration, changed definitions, the leaderboard. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Person } from "../support/people.ts";
import { ownPlatform } from "../support/own-platform.ts";

await ownPlatform();
const { person, superAdmin, persons } = await import("../support/people.ts");
const { ok, walk, outcome } = await import("../support/requests.ts");
const { sql } = await import("../support/sql.ts");
const { badgeOf, count, myDrops, path, send, sent, template } = await import("./support.ts");

const standard = {
  daily_allowance: 5,
  bonus_drops_per_engagement: 2,
  engagement_window_hours: 24,
  max_custom_drops_per_day: 3,
};
const admin = `${path}/admin/config`;

let ada: Person;
beforeEach(async () => {
  ada = await superAdmin("Ada");
  await ok(ada, "PUT", admin, standard);
});

describe("the configuration", () => {
  it("has the defaults, which everyone reads", async () => {
    const ana = await person("Ana");
    expect(await ok(ana, "GET", `${path}/config`)).toEqual({ config: standard });
    expect(await ok(ada, "GET", admin)).toEqual({ config: standard });
  });

  it("is changed field by field", async () => {
    const ana = await person("Ana");
    const changed = await ok(ada, "PUT", admin, { engagement_window_hours: 48 });
    expect(changed).toEqual({ config: { ...standard, engagement_window_hours: 48 } });
    expect(await ok(ana, "GET", `${path}/config`)).toEqual(changed);
  });

  it.each([
    [{}, "no known field to update"],
    [{ daily_allowance: -1 }, "daily_allowance: expected at least 0"],
    [{ daily_allowance: 101 }, "daily_allowance: expected at most 100"],
    [{ daily_allowance: 1.5 }, "daily_allowance: expected an integer"],
    [{ bonus_drops_per_engagement: 101 }, "bonus_drops_per_engagement: expected at most 100"],
    [{ engagement_window_hours: 0 }, "engagement_window_hours: expected at least 1"],
    [{ engagement_window_hours: 169 }, "engagement_window_hours: expected at most 168"],
    [{ max_custom_drops_per_day: 101 }, "max_custom_drops_per_day: expected at most 100"],
  ])("refuses %j, in the database too", async (body, error) => {
    expect(await outcome(ada, "PUT", admin, body)).toContain(`400 ${error}`);
    if (Object.keys(body).length) {
      const direct = await ada.client.rpc("set_drop_config", { p_changes: body });
      expect(["23514", "22P02"]).toContain(direct.error?.code);
    }
  });

  it("keeps every change in the audit log, also one by SQL", async () => {
    await ok(ada, "PUT", admin, { daily_allowance: 7 });
    await sql`update public.drop_config set daily_allowance = 8`;
    const acts = await sql`
      select actor_id, before ->> 'daily_allowance' as before, after ->> 'daily_allowance' as after
      from public.audit_log where act = 'drop_config.set' order by id desc limit 2`;
    expect(acts).toEqual([
      { actor_id: null, before: "7", after: "8" },
      { actor_id: ada.id, before: "5", after: "7" },
    ]);
    const second = sql`insert into public.drop_config (id) values (false)`;
    await expect(second).rejects.toMatchObject({ code: "23514" });
  });

  it("holds for everybody from the next send on, and leaves nobody less than none", async () => {
    const [ana, ben] = await persons("Ana", "Ben");
    const id = await template();
    for (let n = 0; n < 4; n++) await sent(ana, ben, { template_id: id });
    await ok(ada, "PUT", admin, { daily_allowance: 2, max_custom_drops_per_day: 0 });
    const reduced = { daily_allowance: 2, custom_max: 0 };
    expect(await myDrops(ana)).toMatchObject({ ...reduced, drops_used: 4, total_available: 0 });
    expect((await send(ana, ben, { template_id: id })).body.error)
      .toBe("No drops are left for today");
    expect(await myDrops(ben)).toMatchObject({ ...reduced, total_available: 2 });
    expect((await send(ben, ana)).body.error).toBe("No custom drops are left for today");
    await ok(ada, "PUT", admin, { daily_allowance: 10, max_custom_drops_per_day: 9 });
    expect(await myDrops(ana)).toMatchObject({ daily_allowance: 10, total_available: 6 });
    await sent(ana, ben);
    expect(await myDrops(ana)).toMatchObject({ daily_allowance: 10, custom_max: 9, drops_used: 5 });
    // Custom drops of before do not prevent one of a template.
    await ok(ada, "PUT", admin, { daily_allowance: 6, max_custom_drops_per_day: 0 });
    const last = await send(ana, ben, { template_id: id });
    expect(last.body.my_drops).toMatchObject({
      daily_allowance: 6,
      custom_max: 0,
      custom_used: 1,
      total_available: 0,
    });
    expect(await myDrops(ana)).toEqual(last.body.my_drops);
  });

  it("that is stored in a drop remains", async () => {
    const [ana, ben] = await persons("Ana", "Ben");
    await ok(ada, "PUT", admin, { engagement_window_hours: 2, bonus_drops_per_engagement: 9 });
    const drop = await sent(ana, ben);
    await ok(ada, "PUT", admin, standard);
    const [row] = await sql`
      select bonus_drops, engagement_window_ends_at - date_sent as window
      from public.drops_sent where id = ${drop.id}`;
    expect(row).toEqual({ bonus_drops: 9, window: "02:00:00" });
  });
});

const add = (who: Person, sent: number, settled: number, increases: number) =>
  count(who, { sent, settled, increases });

describe("changed definitions", () => {
  it("apply at the next calculation: optional requirements, kept levels, single steps", async () => {
    const ana = await person("Ana");
    await sql`
      update public.badge_definitions set min_success_rate = 0.5, min_consecutive_days = 4
      where level = 3`;
    await add(ana, 100, 100, 40);
    // Level 3 needs a higher rate and a streak; the levels above need level 3.
    expect(await badgeOf(ana)).toMatchObject({ level: 2, success_rate: 0.4, progress_to_next: 0 });
    await add(ana, 20, 20, 20);
    await sql`update public.encouragement_badges set longest_streak = 2 where user_id = ${ana.id}`;
    await ok(ana, "POST", `${path}/badge/update`);
    await add(ana, 120, 120, 60);
    expect(await badgeOf(ana)).toMatchObject({ level: 2, progress_to_next: 0.5 });
    await sql`update public.encouragement_badges set longest_streak = 4 where user_id = ${ana.id}`;
    await add(ana, 0, 0, 0);
    expect(await badgeOf(ana)).toMatchObject({ level: 4 });

    await sql`
      update public.badge_definitions set min_engagement_increases = 1000 where level = 2`;
    await add(ana, 1, 1, 1);
    expect(await badgeOf(ana)).toMatchObject({ level: 4 });
    await sql`
      update public.badge_definitions set min_success_rate = null, min_consecutive_days = null,
        min_engagement_increases = case level when 2 then 6 else 21 end
      where level in (2, 3)`;
    const milestones = await sql`
      select level from public.badge_milestones where user_id = ${ana.id} order by level`;
    expect(milestones.map(({ level }) => level)).toEqual([2, 3, 4]);
  });

  it("never require anything of the first level", async () => {
    const change = sql`
      update public.badge_definitions set min_engagement_increases = 1 where level = 1`;
    await expect(change).rejects.toMatchObject({ code: "23514" });
  });
});

describe("the leaderboard", () => {
  it("ranks by increases, then by success rate; equal results share a rank", async () => {
    await sql`delete from public.encouragement_badges`;
    const [a, b, c, d, e, robot, blocked, nobody] = await persons(
      "A",
      "B",
      "C",
      "D",
      "E",
      "Robot",
      "Blocked",
      "Nobody",
    );
    await add(a, 20, 10, 10);
    await add(b, 20, 20, 10);
    await add(c, 30, 20, 10);
    await add(d, 10, 9, 9);
    await add(e, 3, 0, 0);
    for (const other of [robot, blocked]) await add(other, 50, 50, 50);
    await sql`update public.profiles set is_ai = true where id = ${robot.id}`;
    await sql`update public.profiles set is_active = false where id = ${blocked.id}`;
    await ok(nobody, "POST", `${path}/badge/update`);

    const { leaderboard } = await ok(a, "GET", `${path}/leaderboard`);
    const tied = [b, c].map(({ id }) => id).sort().reverse();
    expect(leaderboard.map((row: Record<string, unknown>) => [row.rank, row.user_id])).toEqual([
      [1, a.id],
      [2, tied[0]],
      [2, tied[1]],
      [4, d.id],
      [5, e.id],
    ]);
    expect(leaderboard[0]).toEqual({
      rank: 1,
      user_id: a.id,
      handle: expect.any(String),
      full_name: "A",
      avatar_url: null,
      is_synthetic: false,
      level: 2,
      total_engagement_increases: 10,
      success_rate: 1,
      total_drops_sent: 20,
    });
    expect(leaderboard[4].success_rate).toBeNull();
    for (const limit of [1, 2, 3]) {
      expect(await walk(a, `${path}/leaderboard`, "leaderboard", limit)).toEqual(leaderboard);
    }
  });
});
