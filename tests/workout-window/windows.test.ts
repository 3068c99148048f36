/** The caller's window and location. */
import type { ISql } from "postgres";
import { beforeEach, describe, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { mostRows, plansOf } from "../support/plans.ts";
import { ok } from "../support/requests.ts";
import { sql, undone } from "../support/sql.ts";
import { giveWindow } from "./weeks.ts";

const setup = {
  activityType: "walk",
  windowStartTime: "06:30",
  windowEndTime: "08:30",
  timezone: "Europe/Berlin",
};

let ana: Person;
beforeEach(async () => {
  ana = await person("Ana");
});

const set = (fields: Record<string, unknown> = {}) =>
  ana.api("POST", "/api/workout-window/setup", { ...setup, ...fields });

describe("the window", () => {
  it("is set and read", async () => {
    const { status, body } = await set();
    expect([status, body.message]).toEqual([200, "Your window is set"]);
    expect(body.window).toMatchObject({
      user_id: ana.id,
      custom_activity: null,
      window_start_time: "06:30",
      window_end_time: "08:30",
      timezone: "Europe/Berlin",
      is_active: true,
    });
    expect(await ok(ana, "GET", "/api/workout-window/my-window"))
      .toMatchObject({ window: body.window, location: null });
  });

  it("is null before it is set", async () => {
    expect(await ok(ana, "GET", "/api/workout-window/my-window"))
      .toMatchObject({ window: null, location: null });
  });

  it("is changed by setting it again, and is active again", async () => {
    const { window } = (await set()).body;
    await sql`update public.workout_windows set is_active = false where user_id = ${ana.id}`;
    const { body } = await set({ activityType: "other", customActivity: "Chess" });
    expect(body.window).toMatchObject({
      id: window.id,
      activity_type: "other",
      custom_activity: "Chess",
      is_active: true,
      created_at: window.created_at,
    });
  });

  it.each([["23:00", "01:00"], ["22:00", "00:00"], ["00:00", "02:00"]])(
    "may last from %s to %s, whether the end is stated or not",
    async (windowStartTime, windowEndTime) => {
      for (const stated of [windowEndTime, undefined]) {
        const { status, body } = await set({ windowStartTime, windowEndTime: stated });
        expect([status, body.window?.window_end_time]).toEqual([200, windowEndTime]);
      }
    },
  );

  it.each([
    ["06:30", "08:29", "windowEndTime"],
    ["06:30", "06:30", "windowEndTime"],
    ["08:30", "06:30", "windowEndTime"],
    ["6:30", "08:30", "windowStartTime"],
    ["06:30:00", "08:30", "windowStartTime"],
    ["06:30", "24:00", "windowEndTime"],
  ])("cannot last from %s to %s", async (windowStartTime, windowEndTime, field) => {
    const { status, body } = await set({ windowStartTime, windowEndTime });
    expect([status, body.error]).toEqual([400, expect.stringMatching(`^${field}: `)]);
  });

  it.each(["EST", "MST", "HST", "EST5EDT", "CST6CDT", "MST7MDT", "PST8PDT"])(
    "takes the time zone %s, which is the same in winter and summer as in the IANA database",
    async (timezone) => {
      expect((await set({ timezone })).status).toBe(200);
      for (const day of ["2026-01-15T12:00:00Z", "2026-07-15T12:00:00Z"]) {
        const [row] = await sql`
          select to_char(${day}::timestamptz at time zone ${timezone}, 'HH24:MI') as clock`;
        const clock = new Intl.DateTimeFormat("en-GB", { timeZone: timezone, timeStyle: "short" });
        expect(row!.clock).toBe(clock.format(new Date(day)));
      }
    },
  );

  it.each([["22:00", "24:00"], ["24:00", "02:00"]])(
    "cannot last from %s to %s through the Data API either",
    async (p_window_start_time, p_window_end_time) => {
      const { error } = await ana.client.rpc("set_workout_window", {
        p_activity_type: "walk",
        p_custom_activity: null,
        p_window_start_time,
        p_window_end_time,
        p_timezone: "UTC",
      });
      expect(error?.code).toBe("23514");
    },
  );

  it.each([
    [{ activityType: "other" }, "customActivity"],
    [{ activityType: "walk", customActivity: "Chess" }, "customActivity"],
    [{ activityType: "other", customActivity: " " }, "customActivity"],
    [{ activityType: "other", customActivity: "x".repeat(101) }, "customActivity"],
    [{ activityType: "chess" }, "activityType"],
    [{ timezone: "Mars/Base" }, "timezone"],
    [{ timezone: "CET" }, "timezone"],
    [{ timezone: undefined }, "timezone"],
  ])("refuses %j", async (fields, field) => {
    const { status, body } = await set(fields);
    expect([status, body.error]).toEqual([400, expect.stringMatching(`^${field}: `)]);
  });
});

describe("the location", () => {
  const update = (fields: unknown) => ana.api("PUT", "/api/workout-window/update-location", fields);

  it("changes in the given fields", async () => {
    const place = {
      latitude: 52.52,
      longitude: 13.405,
      city: "Berlin",
      region: "Berlin",
      timezone: "Europe/Berlin",
    };
    const first = await update({ ...place, ipAddress: "203.0.113.7", country: "de" });
    expect(first.body.location)
      .toMatchObject({ ...place, user_id: ana.id, ip_address: "203.0.113.7", country: "DE" });
    const second = await update({ city: "Potsdam", ipAddress: null });
    expect(second.body.location).toMatchObject({
      city: "Potsdam",
      region: "Berlin",
      ip_address: null,
    });
    const { location } = await ok(ana, "GET", "/api/workout-window/my-window");
    expect(location).toEqual(second.body.location);
  });

  it.each([
    [{}, ""],
    [{ city: "" }, "city"],
    [{ latitude: 90.1 }, "latitude"],
    [{ longitude: -181 }, "longitude"],
    [{ latitude: 1 }, "longitude"],
    [{ longitude: 1 }, "latitude"],
    [{ latitude: 1, longitude: null }, "longitude"],
    [{ country: "DEU" }, "country"],
    [{ country: "ZZ" }, "country: expected a code of ISO 3166-1 alpha-2"],
    [{ ipAddress: "10.0.0.0/8" }, "ipAddress"],
    [{ timezone: "Mars/Base" }, "timezone"],
  ])("refuses %j", async (fields, field) => {
    const { status, body } = await update(fields);
    expect(status).toBe(400);
    if (field) expect(body.error).toMatch(field.includes(":") ? field : `${field}: `);
  });

  const groupOf = async () =>
    (await sql`select location_group from public.workout_windows where user_id = ${ana.id}`)[0]!
      .location_group;

  it.each([
    [{ city: "Paris", region: "Ile-de-France", country: "FR" }, "city/FR/paris"],
    [{ city: "Paris", region: "Texas", country: "US" }, "city/US/paris"],
    [{ city: "Berlin", region: "BE" }, "city//berlin"],
    [{ city: " BERLIN " }, "city//berlin"],
    [{ city: "New \u00a0York", country: "US" }, "city/US/new york"],
    [{ city: "Mu\u0308nchen", country: "DE" }, "city/DE/m\u00fcnchen"],
    [{ region: "Bavaria", country: "DE" }, "region/DE/bavaria"],
    [{ region: "Bavaria" }, "region//bavaria"],
    [{ country: "DE", latitude: 1, longitude: 1 }, "timezone/Europe/Berlin"],
  ])(
    "%j decides who is matched with the user, before or after the window",
    async (fields, group) => {
      await set();
      await update(fields);
      expect(await groupOf()).toBe(group);
      await sql`delete from public.workout_windows where user_id = ${ana.id}`;
      await set();
      expect(await groupOf()).toBe(group);
    },
  );

  it("another country alone makes another group", async () => {
    await set();
    await update({ city: "Paris", country: "FR" });
    await update({ country: "US" });
    expect(await groupOf()).toBe("city/US/paris");
  });

  /** Joins groups of a size at most: a function that gives a new user of a city a window there. */
  const inGroupsOf = (size: number, work: (join: () => Promise<string>, tx: ISql) => unknown) =>
    undone(async (tx) => {
      await tx.unsafe(`
        create or replace function private.max_location_group() returns integer language sql
        immutable set search_path = '' as 'select ${size}'`);
      await work(async () => {
        const { id } = await person();
        await tx`insert into public.workout_window_locations (user_id, city) values (${id}, 'Full')`;
        await giveWindow({ id }, tx);
        // A change that leaves the place the same leaves the group the same.
        const [row] = await tx<[{ location_group: string }]>`
          update public.workout_windows set timezone = 'Europe/Berlin' where user_id = ${id}
          returning location_group`;
        return row.location_group.replace("city//full", "").trim();
      }, tx);
    });

  it("forms another group when the group of the place is full", () =>
    inGroupsOf(2, async (join) => {
      for (const group of ["", "", "2", "2", "3"]) expect(await join()).toBe(group);
    }));

  it("fills the room of an emptied group before it opens a later one", () =>
    inGroupsOf(1, async (join, tx) => {
      for (const group of ["", "2", "3", "4"]) expect(await join()).toBe(group);
      await tx`delete from public.workout_windows where location_group = e'city//full\n3'`;
      for (const group of ["3", "5"]) expect(await join()).toBe(group);
    }));

  it("reads one group for a new window, however many are full", async () => {
    const rows = async (groups: number) => {
      const plans = await plansOf(
        null,
        `insert into public.workout_windows (user_id, activity_type, window_start_time,
          window_end_time, timezone)
        values ($1, 'walk', '08:00', '10:00', 'UTC') returning location_group`,
        [ana.id],
        async (tx) => {
          await tx`set local enable_seqscan = off`;
          await tx`
            create or replace function private.max_location_group() returns integer language sql
            immutable set search_path = '' as 'select 20'`;
          await tx`
            insert into public.workout_window_locations (user_id, city)
            values (${ana.id}, 'Crowded')`;
          await tx`
            insert into public.workout_windows (user_id, activity_type, window_start_time,
              window_end_time, timezone, location_group)
            select gen_random_uuid(), 'walk', '08:00', '10:00', 'UTC',
              'city//crowded' || case when n > 1 then e'\n' || n else '' end
            from generate_series(1, ${groups}) as n, generate_series(1, 20)`;
        },
      );
      return plans.filter(({ query }) => query.includes("is_active and location_group ="))
        .reduce((sum, { plan }) => sum + mostRows(plan), 0);
    };
    const one = await rows(1);
    expect(one).toBeGreaterThanOrEqual(20);
    expect(await rows(3)).toBe(one);
  });
});
