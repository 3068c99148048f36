/** The window that is open or opens next, as moments, and the days of the caller. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { type Person, person } from "../support/people.ts";
import { ok, walk } from "../support/requests.ts";
import { become, sql, undone } from "../support/sql.ts";
import { checkIn, closeWindow, hasCheckedIn, openWindow } from "./days.ts";
import { takePlace } from "./weeks.ts";

const mine = (who: Person) => ok(who, "GET", "/api/workout-window/my-window");

/** The next window of a new user at a moment, by the database's function with the clock replaced. */
async function nextAt(
  { id }: Person,
  now: string,
  [start, timezone]: readonly [start: string, timezone: string],
) {
  return await undone(async (tx) => {
    await tx`
      insert into public.workout_windows (user_id, activity_type, window_start_time,
        window_end_time, timezone, created_at)
      values (${id}, 'walk', ${start}::time, ${start}::time + interval '2 hours', ${timezone},
        '2020-01-01')`;
    // A function of this transaction alone stands in for the clock.
    for (const name of ["workout_windows_around", "my_workout_day", "workout_day_status"]) {
      const [{ text }] = await tx<[{ text: string }]>`
        select pg_get_functiondef(p.oid) as text from pg_proc as p
        where p.proname = ${name} and p.pronamespace = 'private'::regnamespace`;
      await tx.unsafe(
        text.replaceAll("private.utc_today()", `'${now}'::timestamptz::date`)
          .replaceAll("now()", `'${now}'::timestamptz`),
      );
    }
    await become({ id }, tx);
    const [next] = await tx`
      select date::text, opens_at, closes_at, is_open, today::text from public.my_workout_day()`;
    return next;
  });
}

describe("the next window", () => {
  it("is null without a window, and without an active one", async ({ ana }) => {
    const nothing = { next: null, today: null, checkin_date: null };
    expect(await mine(ana)).toMatchObject(nothing);
    await openWindow(ana);
    await sql`update public.workout_windows set is_active = false where user_id = ${ana.id}`;
    expect(await mine(ana)).toMatchObject(nothing);
  });

  it("is open until its grace is over, and has the check-in", async ({ ana }) => {
    const date = await openWindow(ana, 130);
    const before = await mine(ana);
    expect(before).toMatchObject({
      next: { date, is_open: true },
      today: { date, status: "not_started", checkin: null },
      checkin_date: date,
    });
    const { opens_at, closes_at, counts_until } = before.next;
    const opened = Date.parse(opens_at);
    expect([closes_at, counts_until].map((at) => Date.parse(at) - opened))
      .toEqual([120, 150].map((minutes) => minutes * 60_000));
    expect(Math.abs(Date.now() - opened - 130 * 60_000)).toBeLessThan(90_000);

    const { checkin } = (await checkIn(ana)).body;
    const after = await mine(ana);
    expect(after).toMatchObject({ today: { status: "completed" }, checkin_date: null });
    expect(after.today.checkin.id).toBe(checkin.id);
    expect((await fetch(after.today.checkin.photo_url)).status).toBe(200);
  });

  it("is that of the next date when the one of today is over", async ({ ana }) => {
    const date = await openWindow(ana, 151);
    const { next, checkin_date } = await mine(ana);
    expect(next.is_open).toBe(false);
    expect(Date.parse(next.date) - Date.parse(date)).toBe(86_400_000);
    expect(Date.parse(next.opens_at)).toBeGreaterThan(Date.now());
    // Late, the check-in still belongs to the window that is over.
    expect(checkin_date).toBe(date);
  });

  it("leaves out a window that did not exist yet", async ({ ana }) => {
    await openWindow(ana, 151);
    await sql`update public.workout_windows set created_at = now() where user_id = ${ana.id}`;
    expect((await mine(ana)).checkin_date).toBeNull();
  });

  // The moment, the window, its date, when it opens and closes (without the zone), whether it is
  // open, and today.
  it.each([
    // Over midnight it belongs to the date on which it starts.
    "2026-06-10T22:30Z 23:00 Europe/Berlin 2026-06-10 2026-06-10T21:00 2026-06-10T23:00 true 2026-06-10",
    "2026-06-10T23:31Z 23:00 Europe/Berlin 2026-06-11 2026-06-11T21:00 2026-06-11T23:00 false 2026-06-11",
    // The day before the clocks go forward, and back.
    "2026-03-28T12:00Z 06:30 Europe/Berlin 2026-03-29 2026-03-29T04:30 2026-03-29T06:30 false 2026-03-28",
    "2026-10-24T12:00Z 01:30 Europe/Berlin 2026-10-25 2026-10-24T23:30 2026-10-25T02:30 false 2026-10-24",
    "2026-06-10T11:00Z 00:30 Pacific/Kiritimati 2026-06-11 2026-06-10T10:30 2026-06-10T12:30 true 2026-06-11",
    "2026-06-10T11:00Z 22:30 Pacific/Pago_Pago 2026-06-09 2026-06-10T09:30 2026-06-10T11:30 true 2026-06-09",
  ])("is at %s", async (line) => {
    const [now, start, zone, date, opens, closes, isOpen, today] = line.split(" ") as string[];
    const next = await nextAt(await person(), now!, [start!, zone!]);
    expect(JSON.parse(JSON.stringify(next))).toEqual({
      date,
      opens_at: `${opens}:00.000Z`,
      closes_at: `${closes}:00.000Z`,
      is_open: isOpen === "true",
      today,
    });
  });
});

describe("the days of a user", () => {
  it("are those with a place or a check-in, latest first", async ({ ana }) => {
    await takePlace(ana, "2013-05-06", "red", { chips: 2 });
    await takePlace(ana, "2013-05-07", "blue");
    await hasCheckedIn(ana, "2013-05-09", { status: "pending" });
    // The first date has not begun, and the second one is being written.
    await takePlace(ana, "2071-05-08", "red");
    await sql`
      insert into private.workout_dates (date) values ('2013-05-05') on conflict do nothing`;
    await takePlace(ana, "2013-05-05", "red");
    const days = await walk(ana, "/api/workout-window/days", "days", 2);
    expect(days).toEqual([
      {
        date: "2013-05-09",
        teamColor: null,
        status: "pending",
        checkin: expect.objectContaining({ status: "pending" }),
      },
      { date: "2013-05-07", teamColor: "blue", status: "failed", checkin: null },
      {
        date: "2013-05-06",
        teamColor: "red",
        status: "completed",
        checkin: expect.objectContaining({ battle_chips_earned: 2 }),
      },
    ]);
  });

  it("are not those of others", async ({ ana, ben }) => {
    await hasCheckedIn(ana, "2013-05-09");
    expect((await ok(ben, "GET", "/api/workout-window/days")).days).toEqual([]);
  });

  it("show when a neighbour has failed", async ({ ana }) => {
    const date = await openWindow(ana);
    await takePlace(ana, date, "red");
    await closeWindow(ana, date);
    const { chain } = await ok(ana, "GET", `/api/workout-window/chain/${date}`);
    expect(chain.currentUser).toMatchObject({ status: "failed", checkedIn: false });
    const opensAt = Date.parse(chain.currentUser.opensAt);
    expect(Date.parse(chain.currentUser.closesAt) - opensAt).toBe(7_200_000);
  });
});
