/** Calendar feeds, read as a calendar app reads them: with a parser of its own. */
import ICAL from "ical.js";
import { beforeEach, describe, expect } from "vitest";
import { impersonate } from "../auth/impersonating.ts";
import { it } from "../support/it.ts";
import { anonymous, type Person, person, withToken } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { codeOf, ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const path = "/api/user/calendar";
const make = async (who: Person): Promise<string> => (await ok(who, "POST", path)).url;
const pathOf = (url: string) => url.slice(platform.base_url.length);
const read = (url: string) => anonymous.api("GET", pathOf(url));

// All tests read from one address.
beforeEach(() => sql`delete from private.rate_limit_hits where bucket = 'calendar_feed'`);

/** The events of a calendar, by their kind. */
async function eventsAt(url: string) {
  const text = await (await fetch(url)).text();
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent")
    .map((event) => new ICAL.Event(event));
  const of = (kind: string) => events.filter(({ uid }) => uid.startsWith(kind));
  return { text, goals: of("goal"), windows: of("window") };
}

describe("the address", () => {
  it("is shown once, and stored as a hash", async ({ ana }) => {
    const key = { "idempotency-key": crypto.randomUUID() };
    const { status, body: { url } } = await ana.api("POST", path, undefined, key);
    expect([status, url]).toEqual([
      201,
      expect.stringMatching(/\/functions\/v1\/api\/calendar\/[0-9a-f]{64}$/),
    ]);
    expect((await ana.api("POST", path, undefined, key)).body).toEqual({ url: null });
    const secret = url.split("/").at(-1);
    const rows = await sql`
      select encode(secret_hash, 'hex') as hash from private.calendar_feeds
      where user_id = ${ana.id}`;
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect((await ok(ana, "GET", "/api/user/export")).export.calendar_feeds)
      .toEqual([{ user_id: ana.id, created_at: expect.any(String) }]);
    const { status: read_, headers } = await read(url);
    expect([read_, headers.get("content-type"), headers.get("cache-control")])
      .toEqual([200, "text/calendar; charset=utf-8", "private, max-age=900"]);
  });

  it("ends when another is made, and while its user is blocked or banned", async ({ ana }) => {
    const first = await make(ana);
    const second = await make(ana);
    expect(await outcome(anonymous, "GET", pathOf(first))).toBe("404 Calendar not found");
    expect((await read(second)).status).toBe(200);
    await sql`update public.profiles set is_active = false where id = ${ana.id}`;
    expect((await read(second)).status).toBe(404);
    await sql`update public.profiles set is_active = true where id = ${ana.id}`;
    expect((await read(second)).status).toBe(200);
    await sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${ana.id}`;
    expect((await read(second)).status).toBe(404);
  });

  it("is ended by its user, once", async ({ ana, ben }) => {
    const madeAt = async () => (await ok(ana, "GET", path)).made_at;
    expect(await madeAt()).toBeNull();
    const [url, other] = [await make(ana), await make(ben)];
    expect(Date.now() - Date.parse(await madeAt())).toBeLessThan(60_000);
    await ok(ana, "DELETE", path);
    expect(await madeAt()).toBeNull();
    expect(await outcome(ana, "DELETE", path)).toBe("404 Calendar not found");
    expect([(await read(url)).status, (await read(other)).status]).toEqual([404, 200]);
  });

  it("is not made by a super admin who acts as the user", async ({ ana, admin }) => {
    const { token, client } = await impersonate(admin, ana);
    expect(await codeOf(withToken(token)("POST", path))).toBe("403 impersonated");
    expect((await client.rpc("make_calendar_feed")).error?.code).toBe("PT403");
  });

  it("is served by the front door alone, 120 times a minute", async ({ ana }) => {
    const url = await make(ana);
    expect((await fetch(url.replace("/api/calendar/", "/calendar/"))).status).toBe(404);
    await read(url);
    await sql`update private.rate_limit_hits set cost = 119 where bucket = 'calendar_feed'`;
    // A wrong guess counts too.
    expect((await read(url.slice(0, -1) + "x")).status).toBe(404);
    expect((await read(url)).status).toBe(429);
  });
});

describe("the calendar", () => {
  const addGoal = (who: Person, fields: Record<string, unknown>) =>
    ok(who, "POST", "/api/goals", { title: "Goal", ...fields });

  it("shows the dates of open goals as whole days", async ({ ana, ben }) => {
    await addGoal(ana, { title: "No date" });
    await addGoal(ben, { title: "Of another", target_date: "2026-12-01" });
    const title = `Run, walk; "rest" \\ 🏃‍♀️ ${"Straße ".repeat(20)}`.trim();
    const description = "One\r\ntwo\tthree\u0007\nEND:VEVENT";
    await addGoal(ana, { title, description, target_date: "2026-12-31" });
    for (const status of ["paused", "completed", "abandoned"]) {
      const { goal } = await addGoal(ana, { title: status, target_date: "2027-01-01" });
      await ok(ana, "PUT", `/api/goals/${goal.id}`, { status });
    }
    const { text, goals, windows } = await eventsAt(await make(ana));
    expect(windows).toEqual([]);
    expect(goals.map((goal) => [goal.summary, goal.startDate.toString(), goal.startDate.isDate]))
      .toEqual([[title, "2026-12-31", true], ["paused", "2027-01-01", true]]);
    expect(goals[0]!.endDate.toString()).toBe("2027-01-01");
    expect(goals[0]!.description).toBe("One\ntwo\tthree\nEND:VEVENT");
    // RFC 5545 section 3.1: lines end with CRLF and have at most 75 octets.
    const lines = text.split("\r\n");
    expect(lines.filter((line) => /[\r\n]/.test(line))).toEqual([]);
    expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length)))
      .toBeLessThanOrEqual(75);
  });

  it.each(["America/New_York", "Australia/Lord_Howe", "UTC"])(
    "shows the windows of the next 14 days as instants of %s",
    async (timezone) => {
      const ana = await person("Ana");
      await ok(ana, "POST", "/api/workout-window/setup", {
        activityType: "other",
        customActivity: "Chess, outdoors",
        windowStartTime: "23:00",
        timezone,
      });
      const { windows } = await eventsAt(await make(ana));
      expect(windows.length).toBeGreaterThanOrEqual(13);
      const now = Date.now();
      for (const window of windows) {
        const [start, end] = [window.startDate.toJSDate(), window.endDate.toJSDate()];
        expect(window.startDate.zone.tzid).toBe("UTC");
        expect(end.getTime()).toBeGreaterThan(now);
        expect(start.getTime()).toBeLessThan(now + 14 * 86_400_000);
        const clock = (at: Date) =>
          at.toLocaleTimeString("en-GB", { timeZone: timezone, timeStyle: "short" });
        expect([clock(start), clock(end)]).toEqual(["23:00", "01:00"]);
        expect([window.summary, window.description]).toEqual([
          "Workout window: Chess, outdoors",
          `23:00 to 01:00 in ${timezone}`,
        ]);
      }
      expect(new Set(windows.map(({ uid }) => uid)).size).toBe(windows.length);
    },
  );

  it("shows no window that is switched off, and a changed one from its first date", async ({ ana }) => {
    const set = (windowStartTime: string) =>
      ok(ana, "POST", "/api/workout-window/setup", {
        activityType: "walk",
        windowStartTime,
        timezone: "UTC",
      });
    const hour = new Date(Date.now() - 3_600_000).toISOString().slice(11, 13);
    await set(`${hour}:00`);
    const next = `${String((Number(hour) + 4) % 24).padStart(2, "0")}:00`;
    const { window: { holds_from } } = await set(next);
    const url = await make(ana);
    const { windows } = await eventsAt(url);
    const clocks = windows.map((
      { startDate },
    ) => [
      startDate.toJSDate().toISOString().slice(0, 10) >= holds_from,
      startDate.toJSDate().toISOString().slice(11, 16),
    ]);
    expect(clocks).toContainEqual([false, `${hour}:00`]);
    expect(new Set(clocks.filter(([after]) => after).map(([, clock]) => clock)))
      .toEqual(new Set([next]));
    await sql`update public.workout_windows set is_active = false where user_id = ${ana.id}`;
    expect((await eventsAt(url)).windows).toEqual([]);
  });
});
