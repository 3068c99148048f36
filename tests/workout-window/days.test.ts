/** The jobs that remind users and close their days, with windows moved around the present. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { type Person, person } from "../support/people.ts";
import { noticesOf } from "../support/notices.ts";
import { mostRows, plansOf } from "../support/plans.ts";
import { eventually } from "../support/eventually.ts";
import { sql } from "../support/sql.ts";
import { place, writeChains } from "./chains.ts";
import { hasCheckedIn, hasCheckedInBefore, makeSynthetic, openDate } from "./days.ts";
import { asJob } from "./jobs.ts";

const run = async (job: string) => {
  const { status, body } = await asJob(`/api/workout-window/cron/${job}`);
  expect([status, body.success]).toEqual([200, true]);
  return body.results;
};

let days = 0;

/**
 * A chain of people on a date of its own; the windows are two hours each, one after the other, and the
 * first one began that many minutes ago.
 */
async function chain(people: Person[], minutesAgo: number) {
  const date = new Date(Date.UTC(2045, 0, 1 + days++)).toISOString().slice(0, 10);
  const city = crypto.randomUUID();
  // Far from now, because the windows have places on today and tomorrow, too.
  const hour = new Date().getUTCHours() < 12 ? 14 : 2;
  for (const [n, who] of people.entries()) await place(who, hour + 2 * n, city);
  await writeChains(date);
  await sql`
    update public.workout_window_chains set starts_at = at, ends_at = at + interval '2 hours',
      closes_at = at + interval '150 minutes'
    from (
      select id as place, date_trunc('minute', now()) - ${minutesAgo}::int * interval '1 minute'
        + (row_number() over (order by starts_at) - 1) * interval '2 hours' as at
      from public.workout_window_chains
      where date = ${date} and user_id = any (${people.map(({ id }) => id)})
    ) as moved
    where id = place`;
  return date;
}

const notifications = async (who: Person, type: string) =>
  (await noticesOf(who, type)).map(({ title }) => title);

const status = async (who: Person, date: string) =>
  (await who.api("GET", `/api/workout-window/checkin/${date}`)).body.status;

/** A synthetic user with this probability of a check-in. */
const synthetic = async (name: string, probability: number) =>
  await makeSynthetic(await person(name), probability);

const checkInOf = async ({ id }: Person, date: string) =>
  (await sql`
    select status, battle_chips_earned, chain_status, photo_url, created_at
    from public.workout_window_checkins where user_id = ${id} and date = ${date}`)[0];

describe("closing a day", () => {
  it("fails users without a check-in, breaks the chain, and tells both", async ({ ana, ben, cleo }) => {
    const date = await chain([ana, ben, cleo], 7 * 60);
    await hasCheckedIn(ana, date);
    const results = await run("close-day");
    expect(results).toMatchObject({ remaining: 0, errors: [] });
    expect(results.total).toBeGreaterThanOrEqual(2);
    expect(results.failed).toBeGreaterThanOrEqual(1);
    expect(results.broken).toBeGreaterThanOrEqual(1);
    expect([await status(ana, date), await status(ben, date)]).toEqual(["completed", "failed"]);
    const places = await sql`
      select chain_status from public.workout_window_chains where date = ${date}
        and user_id = any (${[ana.id, ben.id, cleo.id]}) order by starts_at`;
    expect(places.map(({ chain_status }) => chain_status))
      .toEqual(["continued", "continued", "broken"]);
    expect(await notifications(ana, "chain_broken")).toEqual([]);
    expect(await notifications(ben, "chain_broken")).toEqual(["You missed your window"]);
    expect(await notifications(cleo, "chain_broken")).toEqual(["Your chain is broken"]);

    // Again, and several at once: nobody is told twice.
    await Promise.all([run("close-day"), run("close-day")]);
    expect(await notifications(cleo, "chain_broken")).toHaveLength(1);
  });

  it("breaks the chain after a rejected check-in", async ({ ana, ben }) => {
    const date = await chain([ana, ben], 3 * 60);
    await hasCheckedIn(ana, date);
    await sql`
      update public.workout_window_checkins set status = 'rejected'
      where user_id = ${ana.id} and date = ${date}`;
    await run("close-day");
    expect(await notifications(ben, "chain_broken")).toEqual(["Your chain is broken"]);
    expect(await notifications(ana, "chain_broken")).toEqual(["Your check-in was rejected"]);
  });

  it("waits until the grace is over", async ({ ana }) => {
    const date = await chain([ana], 149);
    await run("close-day");
    expect(await status(ana, date)).toBe("not_started");
    await sql`
      update public.workout_window_chains set closes_at = closes_at - interval '2 minutes'
      where date = ${date} and user_id = ${ana.id}`;
    await run("close-day");
    expect(await status(ana, date)).toBe("failed");
  });

  it("leaves out a window that did not exist by then", async ({ ana }) => {
    const date = await chain([ana], 300);
    await sql`
      update public.workout_window_chains set closes_at = null
      where date = ${date} and user_id = ${ana.id}`;
    await run("close-day");
    expect(await status(ana, date)).toBe("not_started");
  });

  it("checks in synthetic users with their own probability", async ({ ben }) => {
    const [always, never] = await Promise.all([synthetic("Always", 1), synthetic("Never", 0)]);
    const date = await chain([always, ben, never], 9 * 60);
    await hasCheckedIn(ben, date);
    const results = await run("close-day");
    expect(results.synthetic).toBeGreaterThanOrEqual(1);
    expect(await checkInOf(always, date)).toMatchObject({
      status: "verified",
      chain_status: "continued",
      photo_url: null,
    });
    expect(await checkInOf(never, date)).toBeUndefined();
    expect(await notifications(never, "chain_broken")).toEqual([]);
  });

  it("counts the chips of synthetic users by the same rule", async () => {
    const [one, two] = await Promise.all([synthetic("One", 1), synthetic("Two", 1)]);
    const date = await chain([one, two], 9 * 60);
    await hasCheckedInBefore(two, date, 6);
    await run("close-day");
    // The half chip of the first minutes is rounded down.
    expect((await checkInOf(one, date))!.battle_chips_earned).toBe(1);
    expect((await checkInOf(two, date))!.battle_chips_earned).toBe(4);
  });

  it("passes the baton of a synthetic user while the next window is open", async ({ ana, ben }) => {
    const [always, never] = await Promise.all([synthetic("Always", 1), synthetic("Never", 0)]);
    await chain([always, ana], 3 * 60);
    await chain([never, ben], 3 * 60);
    await run("close-day");
    expect(await notifications(ana, "baton_pass")).toEqual(["It is your turn"]);
    expect(await notifications(ben, "baton_pass")).toEqual([]);
  });

  it("leaves out synthetic users that are switched off", async () => {
    const one = await synthetic("One", 1);
    const date = await chain([one], 300);
    await sql`update public.workout_window_ai_users set is_active = false where user_id = ${one.id}`;
    await run("close-day");
    expect(await checkInOf(one, date)).toBeUndefined();
  });

  it("draws the same outcome for a user and a date, about as often as stated", async () => {
    const [row] = await sql`
      select count(*) filter (where draw < 0.85)::int as came,
        bool_and(draw = private.workout_draw(user_id, date, 'outcome')) as same
      from (
        select user_id, date, private.workout_draw(user_id, date, 'outcome') as draw
        from (
          select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as user_id,
            '2026-11-21'::date + n % 50 as date
          from generate_series(1, 2000) as n
        ) as users
      ) as draws`;
    expect(row).toMatchObject({ same: true });
    expect(row!.came / 2000).toBeCloseTo(0.85, 1);
  });
});

describe("reminders", () => {
  it.each([[-29, 1], [-31, 0], [1, 0]])(
    "of a window that opened %i minutes ago: %i",
    async (minutesAgo, count) => {
      const ana = await person("Ana");
      await chain([ana], minutesAgo);
      // Other files have places, too, and a run of theirs may hold this one at the moment.
      await eventually(async () => {
        expect(await run("window-reminders")).toMatchObject({ remaining: 0, errors: [] });
        expect(await notifications(ana, "window_reminder")).toHaveLength(count);
      });
    },
  );

  it("are sent once by two runs at the same time", async ({ ana }) => {
    const date = await chain([ana], -10);
    await Promise.all([run("window-reminders"), run("window-reminders")]);
    await run("window-reminders");
    expect(await noticesOf(ana, "window_reminder"))
      .toMatchObject([{ title: "Your window opens soon", data: { date } }]);
  });

  it("are left out for users who have checked in and for synthetic ones", async () => {
    const [ana, robot] = await Promise.all([person("Ana"), synthetic("Robot", 1)]);
    const date = await chain([ana], -10);
    await chain([robot], -10);
    await hasCheckedIn(ana, date);
    await run("window-reminders");
    expect(await notifications(ana, "window_reminder")).toEqual([]);
    expect(await notifications(robot, "window_reminder")).toEqual([]);
  });
});

it.each([["close_workout_days", -10], ["send_window_reminders", 10]])(
  "%s counts at most 10,000 places that it leaves",
  async (step, minutes) => {
    const plans = await plansOf(null, `select private.${step}(0)`, [], async (tx) => {
      await openDate("2073-01-01", tx);
      await tx`
        insert into public.workout_window_chains (date, user_id, team_color, location_group,
          starts_at, ends_at, closes_at)
        select '2073-01-01', gen_random_uuid(), 'red', 'x', at, at + interval '1 minute',
          at + interval '2 minutes'
        from generate_series(1, 24_000) as n,
          lateral (select now() + ${minutes} * interval '1 minute') as t (at)`;
      await tx`analyze public.workout_window_chains, private.workout_dates`;
    });
    const [left] = plans.filter(({ query }) => query.includes("limit 10000"));
    // The plan may pass over places of other tests.
    expect(mostRows(left!.plan)).toBeLessThan(20_000);
  },
);
