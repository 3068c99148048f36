/** Changes of a window: from when they hold, how often, and one generation for many. */
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql, undone } from "../support/sql.ts";
import { datesFrom, windowsFrom, writeChains } from "./chains.ts";
import { checkIn, openDate } from "./days.ts";

const newDate = datesFrom(2044);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let ana: Person;
beforeEach(async () => {
  ana = await person("Ana");
});

/** The offset, in hours, of the zone in which it is about noon. */
const noon = 12 - new Date().getUTCHours();
const clock = (time: number) => new Date(time).toISOString().slice(11, 16);
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** A window that opens so many hours from now, by the clock of a zone with an offset. */
class Window {
  readonly start: string;
  readonly timezone: string;

  constructor(readonly hours: number, readonly offset = noon) {
    this.start = clock(Date.now() + (hours + offset) * HOUR);
    // The signs of these names are those of POSIX: minus is east.
    this.timezone = `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
  }

  begins(date: string): number {
    return Date.parse(`${date}T${this.start}:00Z`) - this.offset * HOUR;
  }

  async set(who = ana): Promise<string> {
    const { window } = await ok(who, "POST", "/api/workout-window/setup", {
      activityType: "walk",
      windowStartTime: this.start,
      windowEndTime: clock(Date.parse(`2026-01-01T${this.start}:00Z`) + 2 * HOUR),
      timezone: this.timezone,
    });
    return window.holds_from;
  }
}

/** The date on which it is about noon. */
const today = dateOf(Date.now() + noon * HOUR);
const after = (days: number) => dateOf(Date.parse(today) + days * DAY);

/** The user has had the window for days, and the chains of the date are written. */
async function settle(window: Window, date = today) {
  await window.set();
  await sql`
    update public.workout_windows set created_at = now() - interval '3 days'
    where user_id = ${ana.id}`;
  await ok(ana, "PUT", "/api/workout-window/update-location", { city: crypto.randomUUID() });
  await generate(date);
}

const generate = (date: string) =>
  sql`select private.request_workout_chains(${date}, array(
      select location_group from public.workout_windows where user_id = ${ana.id})),
    private.generate_workout_chains(${date}, 1)`.then(() =>
    expect.poll(async () =>
      (await sql`select * from private.generate_workout_chains(${date})`)[0]!.remaining
    ).toBe(0)
  );

const dayOf = async (date: string) =>
  (await ok(ana, "GET", `/api/workout-window/checkin/${date}`)).status;

const days = [-2, -1, 0, 1, 2, 3, 4].map(after);

/** Windows of one user, each set after the other. */
const changes = fc.array(
  fc.record({
    hours: fc.integer({ min: -14, max: 14 }),
    offset: fc.integer({ min: -11, max: 14 }),
  }),
  { minLength: 2, maxLength: 5 },
);

describe("the first window", () => {
  it.each([
    [1, 0],
    [-1, 0],
    // In its grace.
    [-2.2, 0],
    [-3, 1],
  ])(
    "that opens %f hours from now holds from the first date that is not over",
    async (hours, days) => {
      expect(await new Window(hours).set()).toBe(after(days));
    },
  );
});

describe("a changed window", () => {
  it.each([
    ["neither has begun", 3, 5, 0],
    ["the former is open", -1, 3, 1],
    ["the former has closed", -4, 3, 1],
    ["the new one would be open", 3, -1, 1],
    ["the new one would have closed", 3, -4, 1],
  ])("holds from the first date on which neither has begun: %s", async (_, old, changed, days) => {
    await new Window(old).set();
    const next = new Window(changed);
    expect(await next.set()).toBe(after(days));
    const { window } = await ok(ana, "GET", "/api/workout-window/my-window");
    expect(window).toMatchObject({
      window_start_time: next.start,
      holds_from: after(days),
    });
  });

  it("holds until a later one does, each beginning in its own zone", () =>
    fc.assert(
      fc.asyncProperty(changes, async (changes) => {
        ana = await person();
        let expected: Window[] = [];
        for (const { hours, offset } of changes) {
          const window = new Window(hours, offset);
          const first = days.findIndex((day, n) =>
            expected.length
              ? [window, expected[n]!].every((each) => each.begins(day) > Date.now())
              : window.begins(day) + 2.5 * HOUR > Date.now()
          );
          expected = days.map((_, n) => expected.length && n < first ? expected[n]! : window);
          expect(await window.set()).toBe(days[first]);
          const rows = await sql`
            select o.starts_at from unnest(${days}::date[]) as day,
              private.workout_windows_on(array[${ana.id}::uuid], day) as o order by day`;
          expect(rows.map(({ starts_at }) => starts_at.getTime()))
            .toEqual(expected.map((each, n) => each.begins(days[n]!)));
        }
      }),
      { seed: 20261121, numRuns: 8 },
    ));

  it("leaves the open one to check in for, once", async () => {
    await settle(new Window(-1));
    await new Window(3).set();
    const { checkin } = (await checkIn(ana)).body;
    expect(checkin).toMatchObject({ date: today, status: "verified" });
    expect((await checkIn(ana)).body.code).toBe("already_checked_in");
  });

  it("leaves the open one also when the next one begins within 12 hours", async () => {
    await settle(new Window(-1));
    // The next date begins earlier in a zone to the east.
    const next = new Window(10, Math.min(noon + 4, 14));
    expect(await next.set()).toBe(after(1));
    expect(next.begins(after(1)) - Date.now()).toBeLessThan(12 * HOUR);
    expect((await checkIn(ana)).body.checkin).toMatchObject({ date: today, status: "verified" });
  });

  it("does not escape a miss", async () => {
    await settle(new Window(-4));
    // As when the place was written before the window closed.
    await sql`
      update public.workout_window_chains set closes_at = ends_at + interval '30 minutes'
      where user_id = ${ana.id} and date = ${today}`;
    expect(await dayOf(today)).toBe("failed");
    await new Window(3).set();
    await generate(today);
    expect(await dayOf(today)).toBe("failed");
    expect((await checkIn(ana)).body.checkin).toMatchObject({
      date: today,
      status: "pending",
      review_reason: "outside_window",
    });
  });

  it.each([[-1, 3], [3, -4]])(
    "leaves the place of the day: from %i to %i",
    async (old, changed) => {
      const former = new Window(old);
      await settle(former);
      await new Window(changed).set();
      await generate(today);
      expect(await dayOf(today)).toBe("not_started");
      const { chain } = await ok(ana, "GET", `/api/workout-window/chain/${today}`);
      expect(chain.currentUser).toMatchObject({
        windowStartTime: former.start,
        timezone: former.timezone,
      });
    },
  );

  it("with the same times changes the activity at once, and requests no chains", async () => {
    const window = new Window(-1);
    await settle(window);
    const [{ location_group }] = await sql<[{ location_group: string }]>`
      select location_group from public.workout_windows where user_id = ${ana.id}`;
    await sql`
      delete from private.workout_chain_requests where location_group = ${location_group}`;
    expect(await window.set()).toBe(today);
    expect(
      await sql`
        select id from private.workout_chain_requests where location_group = ${location_group}`,
    ).toEqual([]);
  });
});

describe("changes", () => {
  const move = () =>
    ana.api("PUT", "/api/workout-window/update-location", { city: crypto.randomUUID() });

  it("of window and location are limited to 20 an hour together; refused ones do not count", async () => {
    for (let n = 0; n < 3; n++) {
      const refused = await ana.api("PUT", "/api/workout-window/update-location", {
        timezone: "Mars/Base",
      });
      expect(refused.status).toBe(400);
    }
    for (let n = 0; n < 10; n++) {
      await new Window(3 + n).set();
      expect((await move()).status).toBe(200);
    }
    const { status, body, headers } = await move();
    expect([status, body.code]).toEqual([429, "rate_limited"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(3500);
    const { error } = await ana.client.rpc("update_workout_location", { p_changes: {} });
    expect(error?.code).toBe("PT429");
    const window = await ana.client.rpc("set_workout_window", {
      p_activity_type: "walk",
      p_custom_activity: null,
      p_window_start_time: "06:00",
      p_window_end_time: "08:00",
      p_timezone: "UTC",
    });
    expect(window.error?.code).toBe("PT429");
  });

  it("of a large group are left to the job", async () => {
    const date = newDate();
    await undone(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        insert into public.workout_windows (user_id, activity_type, window_start_time,
          window_end_time, timezone, location_group)
        select gen_random_uuid(), 'walk', '08:00', '10:00', 'UTC', g
        from unnest(array['small', 'large']) as g
        cross join lateral generate_series(1, case g when 'small' then 200 else 201 end)`;
      await openDate(date, tx);
      await tx`select private.request_workout_chains(${date}, array['small', 'large'])`;
      const users = await tx<{ user_id: string }[]>`
        select min(user_id::text)::uuid as user_id from public.workout_windows
        where location_group in ('small', 'large') group by location_group`;
      const generate = async (ids: string[] | null) => {
        const [step] = await tx`
          select * from private.generate_workout_chains(${date}, p_user_ids => ${ids})`;
        return step;
      };
      const ids = users.map(({ user_id }) => user_id);
      const nothing = { total: 0, remaining: 0, waiting: false, large: 0 };
      expect(await generate(ids)).toEqual({ ...nothing, total: 200, large: 1 });
      expect(await generate(ids)).toEqual({ ...nothing, large: 1 });
      expect(await generate(null)).toEqual({ ...nothing, total: 201 });
    });
  });

  it("request a date that is not generated of everybody only where windows are few", async () => {
    const date = newDate();
    await new Window(3).set();
    const requests = (windows: number) =>
      undone(async (tx) => {
        await tx`set local session_replication_role = replica`;
        await tx`
          insert into public.workout_windows (user_id, activity_type, window_start_time,
            window_end_time, timezone, location_group)
          select gen_random_uuid(), 'walk', '08:00', '10:00', 'UTC', 'crowd ' || n
          from generate_series(1, ${windows}) as n`;
        await tx`
          insert into public.workout_window_chains (date, user_id, team_color, location_group,
            starts_at, ends_at)
          values (${date}, ${ana.id}, 'red', 'former', now(), now() + interval '2 hours')`;
        await tx`set local session_replication_role = origin`;
        const change = async () => {
          await tx`
            update public.workout_windows set window_start_time = window_end_time,
              window_end_time = window_end_time + interval '2 hours'
            where user_id = ${ana.id}`;
          const { count } = await tx`
            delete from private.workout_chain_requests where date = ${date}`;
          return count;
        };
        const first = await change();
        await openDate(date, tx);
        return [first, await change()];
      });
    expect(await requests(2001)).toEqual([0, 2]);
    const [first, second] = await requests(5);
    expect(first).toBeGreaterThan(5);
    expect(second).toBe(2);
  });

  it("that follow a generation within seconds are generated together", async () => {
    const { of } = await windowsFrom({ Ana: 6 });
    const date = newDate();
    await writeChains(date);
    const [row] = await sql`
      select location_group from public.workout_windows where user_id = ${of("Ana").id}`;
    for (let n = 0; n < 3; n++) {
      await sql`select private.request_workout_chains(${date}, ${[row!.location_group]})`;
    }
    const requests = () =>
      sql<{ due: boolean }[]>`
        select due_at > now() + interval '1 second' as waits from private.workout_chain_requests
        where date = ${date}`;
    expect(await requests()).toEqual([1, 2, 3].map(() => ({ waits: true })));
    await sql`
      update private.workout_chain_requests set due_at = now() where date = ${date}
        and id = (select min(id) from private.workout_chain_requests where date = ${date})`;
    await expect.poll(async () => {
      await sql`select private.continue_workout_chains()`;
      return (await requests()).length;
    }).toBe(0);
  });
});
