/** What a check-in earns, and whom it tells. */
import { beforeEach, describe, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { chainOf, checkIn, checkInWith, openWindow } from "./days.ts";
import { exifTime } from "./photos.ts";

let ana: Person;
beforeEach(async () => {
  ana = await person("Ana");
});

/** Verified check-ins on that many days before a date. */
const daysBefore = (who: Person, date: string, days: number) =>
  sql`
    insert into public.workout_window_checkins (user_id, date, activity_type, status, created_at)
    select ${who.id}, ${date}::date - n, 'walk', 'verified', now() - n * interval '1 day'
    from generate_series(1, ${days}::int) as n`;

describe("chips", () => {
  it("are 1, and half a chip more in the first 30 minutes is rounded down", async () => {
    await openWindow(ana, 5);
    expect((await checkIn(ana)).body.battleChipsEarned).toBe(1);
  });

  it("are 2 when the user before has checked in", async () => {
    const ben = await person("Ben");
    await chainOf([ana, ben]);
    await checkIn(ana);
    expect((await checkIn(ben)).body).toMatchObject({
      battleChipsEarned: 2,
      chainStatus: "continued",
    });
  });

  it("are not more, and the chain is broken, when the user before has not", async () => {
    const ben = await person("Ben");
    await chainOf([ana, ben]);
    expect((await checkIn(ben)).body).toMatchObject({
      battleChipsEarned: 1,
      chainStatus: "broken",
    });
  });

  it("are not more, and the chain continues, when the window before did not exist yet", async () => {
    const ben = await person("Ben");
    const date = await chainOf([ana, ben]);
    await sql`
      update public.workout_window_chains set closes_at = null
      where user_id = ${ana.id} and date = ${date}`;
    expect((await checkIn(ben)).body).toMatchObject({
      battleChipsEarned: 1,
      chainStatus: "continued",
    });
  });

  it("count a synthetic user before, whose day is not closed yet", async () => {
    const ben = await person("Ben");
    const date = await chainOf([ana, ben]);
    await sql`update public.profiles set is_ai = true where id = ${ana.id}`;
    await sql`
      insert into public.workout_window_ai_users (user_id, region, city, state, timezone,
        activity_type, window_start_time, window_end_time, check_in_probability)
      values (${ana.id}, 'West Coast', 'Portland', 'OR', 'UTC', 'walk', '06:00', '08:00', 1)`;
    expect((await checkIn(ben)).body).toMatchObject({
      battleChipsEarned: 2,
      chainStatus: "continued",
    });
    const { beforeUser } = (await ben.api("GET", `/api/workout-window/chain/${date}`)).body.chain;
    expect(beforeUser.checkedIn).toBe(true);
  });

  it.each([[5, 1], [6, 3], [20, 3]])("after %i consecutive days are %i", async (days, chips) => {
    const date = await openWindow(ana);
    await daysBefore(ana, date, days);
    expect((await checkIn(ana)).body.battleChipsEarned).toBe(chips);
  });

  it("begin again after a day without a verified check-in", async () => {
    const date = await openWindow(ana);
    await daysBefore(ana, date, 9);
    await sql`
      update public.workout_window_checkins set status = 'pending'
      where user_id = ${ana.id} and date = ${date}::date - 3`;
    expect((await checkIn(ana)).body.battleChipsEarned).toBe(1);
  });

  it("are at most 4: every part of the sum", async () => {
    const ben = await person("Ben");
    const date = await chainOf([ana, ben]);
    await daysBefore(ben, date, 6);
    await checkIn(ana);
    expect((await checkIn(ben)).body.battleChipsEarned).toBe(4);
  });
});

describe("the next user in the chain", () => {
  const batons = (who: Person) =>
    sql`select title, body, data from public.notifications where user_id = ${who.id} and type = 'baton_pass'`;

  it("is notified of a verified check-in", async () => {
    const ben = await person("Ben");
    const date = await chainOf([ana, ben]);
    const { profile: { handle } } = await ok(ana, "GET", "/api/user/profile");
    expect((await checkIn(ana)).body.nextUserNotified).toBe(true);
    expect(await batons(ben)).toEqual([{
      title: "It is your turn",
      body: `@${handle} has checked in and passes the baton to you.`,
      data: { user_id: ana.id, date },
    }]);
  });

  it("is not notified of a check-in that waits for a review", async () => {
    const ben = await person("Ben");
    await chainOf([ana, ben]);
    const takenAt = exifTime(-48);
    expect((await checkInWith(ana, { takenAt })).body.nextUserNotified).toBe(false);
    expect(await batons(ben)).toEqual([]);
  });

  it("is not notified after an own check-in", async () => {
    const ben = await person("Ben");
    await chainOf([ana, ben]);
    await checkIn(ben);
    expect((await checkIn(ana)).body.nextUserNotified).toBe(false);
  });
});
