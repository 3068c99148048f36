/** The day of an allowance: time zones, daylight saving, changed time zones, changed allowances. */
import { describe, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { sent } from "./support.ts";

/** A user in a time zone. */
async function inZone(timezone: string): Promise<Person> {
  const ana = await person("Ana");
  await move(ana, timezone);
  return ana;
}

const move = (who: Person, timezone: string) =>
  sql`update public.profiles set timezone = ${timezone} where id = ${who.id}`;

interface Day {
  date: string;
  used: number;
  left: number;
}

/** Takes one drop at a time; returns the day that paid for it. */
async function take(who: Person, at: string, custom = false): Promise<Day> {
  const [row] = await sql<[Day]>`
    select date::text, drops_used as used, total_available as left
    from private.take_drop(${who.id}, ${custom}, ${at})`;
  return row;
}

/** Takes all of a day, and returns the seconds until the next one. */
async function exhaust(who: Person, at: string): Promise<number> {
  for (;;) {
    try {
      await take(who, at);
    } catch (error) {
      expect(error).toMatchObject({ code: "PT429", message: "No drops are left for today" });
      return Number((error as { hint: string }).hint);
    }
  }
}

const HOUR = 3600;

describe("the day of a sender", () => {
  it.each([
    ["UTC", "2026-11-21T23:59:59Z", "2026-11-21", "2026-11-22T00:00:00Z", "2026-11-22"],
    // UTC+14
    [
      "Pacific/Kiritimati",
      "2026-11-21T09:59:59Z",
      "2026-11-21",
      "2026-11-21T10:00:00Z",
      "2026-11-22",
    ],
    // UTC-11
    [
      "Pacific/Pago_Pago",
      "2026-11-21T10:59:59Z",
      "2026-11-20",
      "2026-11-21T11:00:00Z",
      "2026-11-21",
    ],
  ])("in %s ends at its midnight", async (zone, before, date, after, next) => {
    const ana = await inZone(zone);
    expect(await take(ana, before)).toEqual({ date, used: 1, left: 4 });
    expect(await take(ana, after)).toEqual({ date: next, used: 1, left: 4 });
  });

  it("has 23 hours when daylight saving begins", async () => {
    const ana = await inZone("Europe/Berlin");
    // 2026-03-29, from 23:00Z on the day before.
    expect(await exhaust(ana, "2026-03-28T23:00:00Z")).toBe(23 * HOUR);
    expect(await exhaust(ana, "2026-03-29T21:59:59Z")).toBe(1);
    expect(await take(ana, "2026-03-29T22:00:00Z")).toMatchObject({ date: "2026-03-30", used: 1 });
  });

  it("has 25 hours when daylight saving ends", async () => {
    const ana = await inZone("America/New_York");
    // 2026-11-01, from 04:00Z.
    expect(await exhaust(ana, "2026-11-01T04:00:00Z")).toBe(25 * HOUR);
    expect(await exhaust(ana, "2026-11-02T04:59:59Z")).toBe(1);
    expect(await take(ana, "2026-11-02T05:00:00Z")).toMatchObject({ date: "2026-11-02", used: 1 });
  });

  it("whose midnight does not exist begins at the first moment of the date", async () => {
    // In Beirut the clock goes from 2026-03-29 00:00 to 01:00.
    const ana = await inZone("Asia/Beirut");
    expect(await take(ana, "2026-03-28T21:59:59Z")).toMatchObject({ date: "2026-03-28" });
    expect(await take(ana, "2026-03-28T22:00:00Z")).toMatchObject({ date: "2026-03-29", used: 1 });
  });
});

describe("a changed time zone", () => {
  it("begins no day within 20 hours of the last one, eastwards", async () => {
    const ana = await inZone("UTC");
    await exhaust(ana, "2026-11-21T10:30:00Z");
    // There it is the 22nd since 10:00Z, ten hours after the day of the 21st began.
    await move(ana, "Pacific/Kiritimati");
    expect(await exhaust(ana, "2026-11-21T10:31:00Z")).toBe(23.5 * HOUR - 60);
    expect(await take(ana, "2026-11-22T10:00:00Z")).toMatchObject({ date: "2026-11-23", used: 1 });
  });

  // In Kiritimati the 22nd begins at 10:00Z of the 21st.
  it.each([
    ["Australia/Brisbane", 20, "2026-11-22"],
    ["Asia/Tokyo", 19, "2026-11-21"],
  ])(
    "from %s to a date that begins %i hours after the last one takes from %s",
    async (zone, _, date) => {
      const ana = await inZone(zone);
      expect(await take(ana, "2026-11-21T09:59:59Z")).toMatchObject({ date: "2026-11-21" });
      await move(ana, "Pacific/Kiritimati");
      expect(await take(ana, "2026-11-21T10:00:00Z")).toMatchObject({ date });
    },
  );

  it("repeats no date, westwards", async () => {
    const ana = await inZone("Pacific/Kiritimati");
    await exhaust(ana, "2026-11-21T10:30:00Z");
    await move(ana, "Pacific/Pago_Pago");
    // The 22nd was used; there the 23rd begins at 11:00Z.
    expect(await exhaust(ana, "2026-11-21T10:31:00Z")).toBe(48 * HOUR + 29 * 60);
    expect(await take(ana, "2026-11-23T11:00:00Z")).toMatchObject({ date: "2026-11-23", used: 1 });
  });

  it("back and forth every hour gives at most one allowance in 20 hours", async () => {
    const ana = await inZone("UTC");
    const zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC", "Asia/Tokyo", "America/Lima"];
    const begins = new Map<string, number>();
    for (let hour = 0; hour < 120; hour++) {
      await move(ana, zones[hour % zones.length]!);
      const at = new Date(Date.UTC(2026, 10, 1) + hour * HOUR * 1000);
      const [day] = await sql<[{ date: string; began: Date }]>`
        select date::text, began_at as began from private.drop_day(${ana.id}, ${at})`;
      await take(ana, at.toISOString()).catch(() => {});
      begins.set(day.date, day.began.getTime());
    }
    const times = [...begins.values()];
    expect(times.length).toBeGreaterThan(3);
    for (let n = 1; n < times.length; n++) {
      expect(times[n]! - times[n - 1]!).toBeGreaterThanOrEqual(20 * HOUR * 1000);
    }
  });
});

describe("the streak", () => {
  const sendOn = async (who: Person, date: string) => {
    await sql`
      select private.change_badges(array[row(${who.id}, 1, 0, 0, 0, ${date})::private.badge_change])`;
    const [row] = await sql<[{ days: number; longest: number }]>`
      select consecutive_days as days, longest_streak as longest
      from public.encouragement_badges where user_id = ${who.id}`;
    return [row.days, row.longest];
  };

  it("counts days with a drop, and begins anew after a day without", async () => {
    const ana = await person("Ana");
    expect(await sendOn(ana, "2026-11-01")).toEqual([1, 1]);
    expect(await sendOn(ana, "2026-11-01")).toEqual([1, 1]);
    expect(await sendOn(ana, "2026-11-02")).toEqual([2, 2]);
    expect(await sendOn(ana, "2026-11-03")).toEqual([3, 3]);
    expect(await sendOn(ana, "2026-11-05")).toEqual([1, 3]);
    expect(await sendOn(ana, "2026-11-06")).toEqual([2, 3]);
  });

  it("goes on by the local date after a journey eastwards", async () => {
    const [ana, ben] = await Promise.all([inZone("Pacific/Pago_Pago"), person("Ben")]);
    await sent(ana, ben);
    await move(ana, "Pacific/Kiritimati");
    await sent(ana, ben);
    const [row] = await sql`
      select consecutive_days as days,
        last_sent_on = (now() at time zone 'Pacific/Kiritimati')::date as is_local
      from public.encouragement_badges where user_id = ${ana.id}`;
    // Between 10:00 and 11:00 UTC the dates are two days apart.
    expect(row!.is_local).toBe(true);
    expect(row!.days).toBe(new Date().getUTCHours() === 10 ? 1 : 2);
  });

  it("is shown as over when neither today nor yesterday has a drop, in the sender's zone", async () => {
    const shown = async (timezone: string, daysAgo: number) => {
      const ana = await inZone(timezone);
      const [{ date }] = await sql<[{ date: string }]>`
        select ((now() at time zone ${timezone})::date - ${daysAgo}::int)::text as date`;
      await sendOn(ana, date);
      return (await ana.api("GET", "/api/encouragement-drops/badge")).body.badge.consecutive_days;
    };
    for (const zone of ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      expect([await shown(zone, 0), await shown(zone, 1), await shown(zone, 2)]).toEqual([1, 1, 0]);
    }
  });
});
