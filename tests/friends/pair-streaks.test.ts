/** Streaks for two: asking, accepting and ending. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { type Person, persons } from "../support/people.ts";
import { codeOf, ok, outcome } from "../support/requests.ts";
import { pauseSchedule } from "../support/schedules.ts";
import { sql } from "../support/sql.ts";
import {
  ask,
  befriend,
  begin,
  block,
  friend,
  keep,
  nameOf,
  prefer,
  streakPath as path,
  told,
  write,
} from "./support.ts";

pauseSchedule("reminders");

const pair = async (who: Person) => (await friend(who)).pair_streak;
const state = async (who: Person) => (await pair(who))?.state ?? null;

describe("an invitation to a streak", () => {
  it("waits for the friend, who accepts it by asking back", async ({ ana, ben }) => {
    await befriend(ana, ben);
    const asked = await ana.api("POST", path(ben));
    expect(asked.status).toBe(201);
    expect(asked.body.pair_streak).toMatchObject({
      user: { id: ben.id },
      state: "waiting",
      current: 0,
      longest: 0,
      last_day: null,
      mine_today: false,
      theirs_today: false,
      started_at: null,
      ended_at: null,
    });
    expect(await pair(ben)).toMatchObject({ user: { id: ana.id }, state: "invited" });
    expect(await told(ben, "pair_streak_invited"))
      .toEqual([`${await nameOf(ana)} asks you for a streak for two`]);
    const accepted = await ben.api("POST", path(ana));
    expect([accepted.status, accepted.body.pair_streak.state]).toEqual([200, "active"]);
    expect(accepted.body.pair_streak.started_at).not.toBeNull();
    expect(await told(ben, "pair_streak_invited")).toEqual([]);
    const again = await ana.api("POST", path(ben));
    expect([again.status, again.body.pair_streak.state]).toEqual([200, "active"]);
  });

  it("is told once a day, lasts 7 days, and is renewed by asking again", async ({ ana, ben }) => {
    await befriend(ana, ben);
    const age = (days: number) =>
      sql`update private.pair_streaks set asked_at = asked_at - make_interval(days => ${days})
        where ${ana.id} in (user_a, user_b)`;
    await ask(ana, ben);
    await age(6);
    expect((await ana.api("POST", path(ben))).status).toBe(200);
    await age(6);
    expect(await state(ben)).toBe("invited");
    await age(2);
    expect([await state(ana), await state(ben)]).toEqual([null, null]);
    expect(await outcome(ben, "DELETE", path(ana))).toBe("404 Streak not found");
    expect((await ana.api("POST", path(ben))).status).toBe(201);
    expect(await told(ben, "pair_streak_invited")).toHaveLength(1);
  });

  it("is gone when it is declined or withdrawn", async ({ ana, ben }) => {
    await befriend(ana, ben);
    for (const who of [ana, ben]) {
      await ask(ana, ben);
      await ok(who, "DELETE", path(who === ana ? ben : ana));
      expect([await pair(ana), await pair(ben)]).toEqual([null, null]);
      expect(await told(ben, "pair_streak_invited")).toEqual([]);
    }
    expect(await outcome(ana, "DELETE", path(ben))).toBe("404 Streak not found");
  });

  it("is only for friends without classroom accounts who show that they are done", async ({ ana, ben, cleo }) => {
    await befriend(ana, ben);
    await befriend(ana, cleo);
    expect(await outcome(ben, "POST", path(cleo))).toBe("404 Friend not found");
    expect(await outcome(ben, "POST", path(ben))).toBe("404 Friend not found");
    for (const [who, other] of [[ana, ben], [ben, ana]] as const) {
      await prefer(ben, { friend_done: false });
      expect(await codeOf(who.api("POST", path(other)))).toBe("409 conflict");
      await prefer(ben, { friend_done: true });
      await sql`update public.profiles set is_classroom = true where id = ${ben.id}`;
      expect(await codeOf(who.api("POST", path(other)))).toBe("403 forbidden");
      await sql`update public.profiles set is_classroom = false where id = ${ben.id}`;
    }
  });

  it("is refused to a super admin who acts as the user", async ({ ana, ben }) => {
    await befriend(ana, ben);
    await ask(ben, ana);
    const { session_id } = JSON.parse(
      atob(ana.token.split(".")[1]!.replace(/-/g, "+").replace(/_/g, "/")),
    );
    await sql`insert into private.impersonated_sessions (session_id) values (${session_id})`;
    for (const method of ["POST", "DELETE"]) {
      expect(await codeOf(ana.api(method, path(ben)))).toBe("403 impersonated");
    }
  });

  it("is taken by a personal token with people:write alone", async ({ ana, ben }) => {
    await befriend(ana, ben);
    for (
      const [scope, expected] of [["people:read", "403 scope_missing"], ["people:write", "201"]]
    ) {
      const { token } = await ok(ana, "POST", "/api/user/tokens", {
        name: "Program",
        scopes: [scope],
      });
      expect(
        await codeOf(ana.api("POST", path(ben), undefined, {
          authorization: `Bearer ${token.secret}`,
        })),
      ).toBe(expected);
    }
  });
});

it("allows five streaks that are active or asked for, on accepting too", async ({ ana }) => {
  const others = await persons("B", "C", "D", "E", "F", "G");
  for (const other of others) await befriend(ana, other);
  const [first, second, third, fourth, fifth, sixth] = others;
  for (const other of [first, second, third, fourth]) await ask(ana, other);
  await ask(first, ana);
  await ask(fifth, ana);
  await ask(sixth, ana);
  await ask(ana, fifth);
  expect(await codeOf(ana.api("POST", path(sixth)))).toBe("409 quota_reached");
  // Asking again renews an open invitation, and a withdrawal makes room.
  await ask(ana, second);
  await ok(ana, "DELETE", path(second));
  expect((await ask(ana, sixth)).state).toBe("active");
  expect(await codeOf(ana.api("POST", path(second)))).toBe("409 quota_reached");
});

describe("a streak for two", () => {
  it("counts dates on which both are done, and tells who is done today", async ({ ana, ben }) => {
    await befriend(ana, ben);
    await keep(ana, ben, 3);
    expect(await pair(ana)).toMatchObject({ state: "active", current: 3, longest: 3 });
    await write(ana);
    expect(await pair(ana)).toMatchObject({ current: 3, mine_today: true, theirs_today: false });
    expect(await pair(ben)).toMatchObject({ current: 3, mine_today: false, theirs_today: true });
    const today = new Date().toISOString().slice(0, 10);
    await write(ben);
    expect(await pair(ben)).toMatchObject({ current: 4, longest: 4, last_day: today });
    const [{ before }] = await sql<[{ before: string }]>`
      select to_jsonb(p)::text as before from private.pair_streaks as p where user_a = ${ana.id} or user_b = ${ana.id}`;
    await pair(ana);
    const [{ after }] = await sql<[{ after: string }]>`
      select to_jsonb(p)::text as after from private.pair_streaks as p where user_a = ${ana.id} or user_b = ${ana.id}`;
    expect(after).toBe(before);
  });

  it("ends with a missed date, which may be filled for 48 hours, and is listed for 7 days", async ({ ana, ben }) => {
    await befriend(ana, ben);
    await keep(ana, ben, 3);
    const drop = (days: number) =>
      sql`delete from private.streak_acts where day = (now() at time zone 'utc')::date - ${days}::integer
        and streak_id in (select id from private.streaks where user_id = ${ben.id})`;
    await drop(1);
    const ended = await pair(ana);
    expect(ended).toMatchObject({ state: "ended", current: 0, longest: 2 });
    const today = new Date().toISOString().slice(0, 10);
    expect(new Date(ended.ended_at).toISOString()).toBe(`${today}T00:00:00.000Z`);
    await sql`select private.count_act(${ben.id}, null, gen_random_uuid(), t, t)
      from (select now() - interval '1 day' as t) as t`;
    expect(await pair(ana)).toMatchObject({ state: "active", current: 3 });
    await drop(1);
    // Three days later.
    await sql`update private.streak_acts set day = day - 3, began_at = began_at - interval '3 days'
      where streak_id in (
        select id from private.streaks where user_id in (${ana.id}, ${ben.id}))`;
    await sql`update private.pair_streaks set accepted_at = accepted_at - interval '3 days',
      settled_on = settled_on - 3, settle_at = now() where ${ana.id} in (user_a, user_b)`;
    await sql`select private.count_act(${ben.id}, null, gen_random_uuid(), t, t)
      from (select now() - interval '4 days' as t) as t`;
    expect(await pair(ana)).toMatchObject({ state: "ended", current: 0, longest: 2 });
    await sql`update private.pair_streaks set ended_at = now() - interval '7 days 1 second'
      where ${ana.id} in (user_a, user_b)`;
    expect(await pair(ana)).toBeNull();
    expect((await ask(ana, ben)).longest).toBe(2);
  });

  it("ends at once, for good", async ({ ana, ben }) => {
    const { org, team } = await befriend(ana, ben);
    const again = async () => {
      await sql`delete from private.pair_streaks where ${ana.id} in (user_a, user_b)`;
      await ask(ana, ben);
      await ask(ben, ana);
    };
    const row = async () =>
      (await sql<{ ended: boolean }[]>`
      select ended_at is not null as ended from private.pair_streaks
      where ${ana.id} in (user_a, user_b)`).map(({ ended }) => ended);
    const ways: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      ["DELETE", () => ok(ben, "DELETE", path(ana)), () => Promise.resolve()],
      ["block", () => block(ana, ben), () => block(ana)],
      ["being blocked", () => block(ben, ana), () => block(ben)],
      [
        "not showing",
        () => prefer(ben, { friend_done: false }),
        () => prefer(ben, { friend_done: true }),
      ],
      [
        "a classroom account",
        () => sql`update public.profiles set is_classroom = true where id = ${ben.id}`,
        () => sql`update public.profiles set is_classroom = false where id = ${ben.id}`,
      ],
      ["leaving", () => ok(ben, "DELETE", `/api/teams/${team}/members/${ben.id}`), async () => {
        const { invitation } = await ok(ana, "POST", "/api/invitations");
        await ok(ben, "POST", "/api/user/invitations/accept", { code: invitation.code });
      }],
      [
        "handing the circle over",
        () =>
          ok(ana, "POST", `/api/organizations/${org}/transfer-ownership`, { new_owner_id: ben.id }),
        () => befriend(ana, ben),
      ],
    ];
    for (const [way, end, back] of ways) {
      await again();
      await end();
      expect([way, await row()]).toEqual([way, [true]]);
      await back();
      expect([way, await state(ana)]).toEqual([way, "ended"]);
    }
    expect(await outcome(ana, "DELETE", path(ben))).toBe("404 Streak not found");
  });

  it("hides who is done from a friend to whom it is not shown any more", async ({ ana, ben }) => {
    await befriend(ana, ben);
    await begin(ana, ben);
    await write(ben);
    expect(await pair(ana)).toMatchObject({ state: "active", theirs_today: true });
    await prefer(ben, { friend_done: false });
    expect(await pair(ana)).toMatchObject({ state: "ended", theirs_today: false });
    expect(await pair(ben)).toMatchObject({ state: "ended", mine_today: true });
  });

  it("is no longer than its days, however often it begins anew", async ({ ana, ben }) => {
    await befriend(ana, ben);
    await keep(ana, ben, 2);
    await Promise.all([write(ana), write(ben)]);
    for (let n = 0; n < 3; n++) {
      await ok(ana, "DELETE", path(ben));
      await begin(ana, ben);
      expect(await pair(ana)).toMatchObject({ state: "active", current: 1, longest: 3 });
    }
  });

  it("ends with the circle that a job deletes, and takes invitations along", async ({ ana, ben }) => {
    const { org } = await befriend(ana, ben);
    await ask(ana, ben);
    await sql`insert into private.removals (org_id) values (${org})`;
    expect(await sql`select from private.pair_streaks where ${ana.id} in (user_a, user_b)`)
      .toEqual([]);
    await sql`delete from private.removals where org_id = ${org}`;
  });

  it("is in the export of both, and goes with either account", async ({ ana, ben }) => {
    await befriend(ana, ben);
    await keep(ana, ben, 2);
    await write(ana);
    const { pair_streaks } = (await ok(ben, "GET", "/api/user/export")).export;
    expect(pair_streaks).toMatchObject([{ user_id: ben.id, friend_id: ana.id }]);
    expect(JSON.stringify(pair_streaks)).not.toContain("waited");
    await sql`delete from auth.users where id = ${ben.id}`;
    expect(await sql`select from private.pair_streaks where ${ana.id} in (user_a, user_b)`)
      .toEqual([]);
  });
});
