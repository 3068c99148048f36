/** Chains, squads and teams of a date, as they are generated and read. */
import { beforeAll, describe, expect, it } from "vitest";
import { testEnvironment } from "../support/environment.ts";
import { eventually } from "../support/eventually.ts";
import { anonymous, type Person, person, send, superAdmin } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const secret = { "x-cron-secret": testEnvironment.WORKOUT_WINDOW_CRON_SECRET };
const cronPath = "/api/workout-window/cron/generate-chains";

/** A date of its own for each test, in the far future: nobody has a place there. */
let days = 0;
const newDate = () => new Date(Date.UTC(2041, 0, 1 + days++ * 3)).toISOString().slice(0, 10);

const generate = async (date: string) => {
  const { status, body } = await send("POST", cronPath, { date }, secret);
  expect([status, body.success, body.today]).toEqual([200, true, date]);
};

/** Gives people windows from these hours on, two hours each, in a city of their own. */
async function windowsFrom(hours: Record<string, number>, city = crypto.randomUUID()) {
  const people = new Map<string, Person>();
  for (const [name, hour] of Object.entries(hours)) {
    const who = await person(name);
    people.set(name, who);
    await place(who, hour, city);
  }
  const of = (name: string) => people.get(name)!;
  return { city, of, ids: [...people.values()].map(({ id }) => id) };
}

async function place(who: Person, hour: number, city: string, timezone = "UTC") {
  await sql`
    insert into public.workout_window_locations (user_id, city) values (${who.id}, ${city})
    on conflict (user_id) do update set city = excluded.city`;
  await sql`
    insert into public.workout_windows (user_id, activity_type, window_start_time, window_end_time,
      timezone)
    select ${who.id}, 'walk', at, at + interval '2 hours', ${timezone}
    from (values (make_time(${hour}, 0, 0))) as t (at)
    on conflict (user_id) do update set window_start_time = excluded.window_start_time,
      window_end_time = excluded.window_end_time, timezone = excluded.timezone`;
}

const chainOf = async (who: Person, date: string) =>
  (await ok(who, "GET", `/api/workout-window/chain/${date}`)).chain;

const names = (chain: Record<string, { full_name: string } | null>) => [
  chain.beforeUser?.full_name ?? null,
  chain.currentUser?.full_name,
  chain.afterUser?.full_name ?? null,
];

/** Places of a date in the order of their windows. */
const places = (date: string, ids: string[]) =>
  sql`
    select c.user_id, c.before_user_id, c.after_user_id, c.squad_id, c.team_color, c.chain_status
    from public.workout_window_chains as c where c.date = ${date} and c.user_id = any (${ids})
    order by c.starts_at, c.user_id`;

describe("a chain", () => {
  it("links windows that follow each other", async () => {
    const { of, city } = await windowsFrom({ Cleo: 12, Ana: 6, Ben: 8 });
    const date = newDate();
    await generate(date);
    expect(names(await chainOf(of("Ana"), date))).toEqual([null, "Ana", "Ben"]);
    expect(names(await chainOf(of("Ben"), date))).toEqual(["Ana", "Ben", "Cleo"]);
    expect(names(await chainOf(of("Cleo"), date))).toEqual(["Ben", "Cleo", null]);

    const { chain, checkins } = await ok(of("Ben"), "GET", `/api/workout-window/chain/${date}`);
    expect(checkins).toEqual([]);
    expect(chain.beforeUser).toEqual({
      id: of("Ana").id,
      handle: expect.any(String),
      full_name: "Ana",
      avatar_url: null,
      city,
      windowStartTime: "06:00",
      windowEndTime: "08:00",
      timezone: "UTC",
      checkedIn: false,
    });
    expect(chain.squad).toMatchObject({
      user1: { full_name: "Ana" },
      user2: { full_name: "Ben" },
      user3: { full_name: "Cleo" },
      teamColor: chain.teamColor,
    });
    const { squad } = await ok(of("Cleo"), "GET", `/api/workout-window/squad/${date}`);
    expect(squad).toEqual(chain.squad);
  });

  it("compares instants: 6:00 in Tokyo comes before 6:00 in New York", async () => {
    const { of, city } = await windowsFrom({ Ana: 6, Ben: 6 });
    await place(of("Ana"), 6, city, "America/New_York");
    await place(of("Ben"), 6, city, "Asia/Tokyo");
    const date = newDate();
    await generate(date);
    expect(names(await chainOf(of("Ana"), date))).toEqual(["Ben", "Ana", null]);
    expect(names(await chainOf(of("Ben"), date))).toEqual([null, "Ben", "Ana"]);
  });

  it("has the users of one city only", async () => {
    const { of } = await windowsFrom({ Ana: 6 });
    const other = await windowsFrom({ Ben: 8 });
    const date = newDate();
    await generate(date);
    const chain = await chainOf(of("Ana"), date);
    expect(names(chain)).toEqual([null, "Ana", null]);
    expect(chain.squad).toBeNull();
    expect(chain.teamColor).toMatch(/^(red|blue)$/);
    expect(names(await chainOf(other.of("Ben"), date))).toEqual([null, "Ben", null]);
  });

  it.each([[4, [3]], [5, [3, 2]], [6, [3, 3]]])(
    "of %i has squads of %j",
    async (count, sizes) => {
      const hours = Array.from({ length: count }, (_, n) => [`U${n}`, 2 * n] as const);
      const { ids } = await windowsFrom(Object.fromEntries(hours));
      const date = newDate();
      await generate(date);
      const squads = Map.groupBy(
        (await places(date, ids)).filter(({ squad_id }) => squad_id),
        ({ squad_id }) => squad_id,
      );
      expect([...squads.values()].map((squad) => squad.length)).toEqual(sizes);
      for (const squad of squads.values()) {
        expect(new Set(squad.map(({ team_color }) => team_color)).size).toBe(1);
      }
    },
  );

  it("is null on a date without one, for the user and for others", async () => {
    const ana = await person("Ana");
    const date = newDate();
    expect(await ok(ana, "GET", `/api/workout-window/chain/${date}`))
      .toEqual({ chain: null, checkins: [] });
    expect(await ok(ana, "GET", `/api/workout-window/squad/${date}`))
      .toEqual({ squad: null, checkins: [] });
    await generate(date);
    expect(await chainOf(ana, date)).toBeNull();
  });

  it("leaves out inactive windows and blocked users", async () => {
    const { of, ids } = await windowsFrom({ Ana: 6, Ben: 8, Cleo: 10 });
    await sql`update public.workout_windows set is_active = false where user_id = ${of("Ben").id}`;
    await sql`update public.profiles set is_active = false where id = ${of("Cleo").id}`;
    const date = newDate();
    await generate(date);
    expect((await places(date, ids)).map(({ user_id }) => user_id)).toEqual([of("Ana").id]);
  });

  it("shows no location beyond the city, also through the Data API", async () => {
    const { of } = await windowsFrom({ Ana: 6, Ben: 8 });
    await sql`
      update public.workout_window_locations set latitude = 52.5, ip_address = '203.0.113.77'
      where user_id = ${of("Ana").id}`;
    const date = newDate();
    await generate(date);
    const { body } = await of("Ben").api("GET", `/api/workout-window/chain/${date}`);
    expect(JSON.stringify(body)).not.toMatch(/52\.5|203\.0\.113/);
    for (const table of ["workout_window_locations", "workout_windows", "workout_window_chains"]) {
      const { data } = await of("Ben").client.from(table).select().eq("user_id", of("Ana").id);
      expect(data).toEqual([]);
    }
  });

  it.each(["chain", "squad", "team-stats"])("requires authentication (%s)", async (what) => {
    expect((await anonymous.api("GET", `/api/workout-window/${what}/2041-01-01`)).status).toBe(401);
  });

  it.each(["chain", "squad", "team-stats"])("requires a date (%s)", async (what) => {
    const ana = await person("Ana");
    for (const date of ["today", "2041-02-30"]) {
      expect((await ana.api("GET", `/api/workout-window/${what}/${date}`)).status).toBe(400);
    }
  });
});

describe("a date generated again", () => {
  it("follows changed windows, keeps squads that stay, and tells the neighbours", async () => {
    const { of, ids } = await windowsFrom({ Ana: 0, Ben: 2, Cleo: 4, Dora: 6, Eve: 8 });
    const date = newDate();
    await generate(date);
    const before = await places(date, ids);
    await place(of("Eve"), 20, (await chainOf(of("Eve"), date)).currentUser.city);
    const late = await person("Late");
    await place(late, 22, (await chainOf(of("Eve"), date)).currentUser.city);
    await generate(date);
    const after = await places(date, ids);
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
    expect(names(await chainOf(of("Eve"), date))).toEqual(["Dora", "Eve", "Late"]);
    expect((await chainOf(late, date)).squad.user3.full_name).toBe("Late");
    const told = await sql`
      select user_id from public.notifications where type = 'chain_updated' and user_id = any (${ids})
        and data ->> 'date' = ${date}`;
    // Eve has moved herself; nobody else has new neighbours.
    expect(told).toEqual([]);

    await place(of("Ben"), 12, (await chainOf(of("Eve"), date)).currentUser.city);
    await generate(date);
    await generate(date);
    const toldNow = await sql`
      select user_id, title, data, dedupe_key from public.notifications
      where type = 'chain_updated' and user_id = any (${ids})
        and data ->> 'date' = ${date}`;
    // Ana and Cleo had Ben between them, Dora and Eve have now.
    expect(toldNow.map(({ user_id }) => user_id).sort())
      .toEqual(["Ana", "Cleo", "Dora", "Eve"].map((name) => of(name).id).sort());
    expect(toldNow[0]!.data).toEqual({ date });
    // No squad remains without members.
    expect(
      await sql`
      select id from public.workout_window_squads as s where date = ${date}
        and not exists (select from public.workout_window_chains where squad_id = s.id)`,
    )
      .toEqual([]);
  });

  it("keeps the place, links and squad of users who have checked in", async () => {
    const { of, ids, city } = await windowsFrom({ Ana: 0, Ben: 2, Cleo: 4, Dora: 6 });
    const date = newDate();
    await generate(date);
    const before = await places(date, ids);
    await sql`
      insert into public.workout_window_checkins (user_id, date, activity_type, status)
      values (${of("Ben").id}, ${date}, 'walk', 'verified')`;
    // Ben moves, somebody comes between, Dora leaves.
    await place(of("Ben"), 20, city);
    const new1 = await person("New");
    await place(new1, 3, city);
    await sql`update public.workout_windows set is_active = false where user_id = ${of("Dora").id}`;
    await generate(date);
    const after = await places(date, ids);
    expect(after.map(({ user_id }) => user_id)).toEqual(
      before.slice(0, 3).map(({ user_id }) => user_id),
    );
    expect(after[1]).toEqual(before[1]);
    expect(after[0]).toEqual(before[0]);
    expect(after[2]).toEqual({ ...before[2], after_user_id: null });
    expect((await chainOf(of("Ben"), date)).currentUser.windowStartTime).toBe("02:00");
  });

  it("keeps the place of a user whose window has closed", async () => {
    const { of, ids, city } = await windowsFrom({ Ana: 6, Ben: 8 });
    const date = newDate();
    await generate(date);
    const before = await places(date, ids);
    await sql`
      update public.workout_window_chains set starts_at = now() - interval '3 hours',
        ends_at = now() - interval '1 hour', closes_at = now() - interval '30 minutes'
      where date = ${date} and user_id = ${of("Ana").id}`;
    await place(of("Ana"), 20, city);
    await generate(date);
    expect(await places(date, ids)).toEqual(before);
  });

  it("gives a user who has moved to another city one place", async () => {
    const { of, city } = await windowsFrom({ Ana: 6, Ben: 8 });
    const other = await windowsFrom({ Cleo: 6 });
    const date = newDate();
    await generate(date);
    await place(of("Ben"), 8, other.city);
    await generate(date);
    expect(names(await chainOf(of("Ben"), date))).toEqual(["Cleo", "Ben", null]);
    expect(names(await chainOf(of("Ana"), date))).toEqual([null, "Ana", null]);
    expect(city).not.toBe(other.city);
  });

  it("leaves no trace of a deleted account", async () => {
    const { of, ids } = await windowsFrom({ Ana: 6, Ben: 8, Cleo: 10 });
    const date = newDate();
    await generate(date);
    await sql`delete from auth.users where id = ${of("Ben").id}`;
    expect(names(await chainOf(of("Ana"), date))).toEqual([null, "Ana", null]);
    const chain = await chainOf(of("Cleo"), date);
    expect(names(chain)).toEqual([null, "Cleo", null]);
    expect(chain.squad).toMatchObject({ user1: { full_name: "Ana" }, user2: null });
    expect(await places(date, ids)).toHaveLength(2);
  });

  it("by several at once has the same outcome as by one", async () => {
    const hours = Array.from({ length: 9 }, (_, n) => [`U${n}`, n * 2] as const);
    const { ids } = await windowsFrom(Object.fromEntries(hours));
    const date = newDate();
    await Promise.all([generate(date), generate(date), generate(date)]);
    const first = await places(date, ids);
    expect(first).toHaveLength(9);
    await generate(date);
    expect(await places(date, ids)).toEqual(first);
    expect(
      await sql`
      select c.user_id from public.workout_window_chains as c
      left join public.workout_window_chains as b on b.date = c.date and b.user_id = c.before_user_id
      where c.date = ${date} and c.before_user_id is not null
        and b.after_user_id is distinct from c.user_id`,
    ).toEqual([]);
  });
});

describe("teams of a date", () => {
  it("differ by one squad at most, also after many have left", async () => {
    const { ids } = await windowsFrom(
      Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`U${n}`, n * 2])),
    );
    const date = newDate();
    await generate(date);
    const teams = () =>
      sql<{ team_color: string; count: number }[]>`
        select team_color, count(*)::int from public.workout_window_chains where date = ${date}
        group by team_color`;
    const difference = (rows: readonly { count: number }[]) =>
      Math.abs((rows[0]?.count ?? 0) - (rows[1]?.count ?? 0));
    expect(difference(await teams())).toBeLessThanOrEqual(3);
    await sql`
      delete from public.workout_window_chains where date = ${date} and team_color = 'red'
        and user_id <> all (${ids})`;
    await sql`select private.balance_workout_teams(${date})`;
    expect(difference(await teams())).toBeLessThanOrEqual(3);
    expect(
      await sql`
      select c.id from public.workout_window_chains as c
      join public.workout_window_squads as s on s.id = c.squad_id
      where c.date = ${date} and c.team_color <> s.team_color`,
    ).toEqual([]);
  });

  it("have their results", async () => {
    const { of } = await windowsFrom({ Ana: 6, Ben: 8, Cleo: 10 });
    const date = newDate();
    await generate(date);
    const { teamColor } = await chainOf(of("Ana"), date);
    const team = `${teamColor}Team`;
    const before = (await ok(of("Ana"), "GET", `/api/workout-window/team-stats/${date}`))[team];
    expect(before).toMatchObject({ completed: 0, failed: 0, completionRate: 0, totalChips: 0 });
    expect(before.pending).toBe(before.totalMembers);
    await sql`
      insert into public.workout_window_checkins (user_id, date, activity_type, status,
        battle_chips_earned)
      values (${of("Ana").id}, ${date}, 'walk', 'verified', 3),
        (${of("Ben").id}, ${date}, 'walk', 'pending', 2)`;
    await sql`
      update public.workout_window_chains set starts_at = now() - interval '3 hours',
        ends_at = now() - interval '1 hour', closes_at = now() - interval '30 minutes'
      where date = ${date} and user_id = ${of("Cleo").id}`;
    const after = (await ok(of("Ana"), "GET", `/api/workout-window/team-stats/${date}`))[team];
    expect(after).toEqual({
      totalMembers: before.totalMembers,
      completed: 1,
      failed: 1,
      pending: before.pending - 2,
      completionRate: Math.round(1 / before.totalMembers * 10_000) / 10_000,
      totalChips: 3,
    });
  });

  it("are shown whole or not at all", async () => {
    const { of } = await windowsFrom({ Ana: 6, Ben: 8 });
    const date = newDate();
    await generate(date);
    // As in the middle of the first generation.
    await sql`update private.workout_dates set generated_at = null where date = ${date}`;
    const path = `/api/workout-window/team-stats/${date}`;
    expect(await chainOf(of("Ana"), date)).toBeNull();
    expect((await ok(of("Ana"), "GET", path)).redTeam.totalMembers).toBe(0);
    const { data } = await of("Ana").client.from("workout_window_chains").select().eq("date", date);
    expect(data).toEqual([]);
    await generate(date);
    expect(await chainOf(of("Ana"), date)).not.toBeNull();
  });

  it("are broken down for super admins alone", async () => {
    const { of } = await windowsFrom({ Ana: 6, Ben: 8, Cleo: 10 });
    await sql`update public.profiles set is_ai = true where id = ${of("Cleo").id}`;
    const date = newDate();
    await generate(date);
    const path = `/api/workout-window/admin/teams/${date}`;
    expect((await of("Ana").api("GET", path)).status).toBe(403);
    const { body } = await (await superAdmin()).api("GET", path);
    const { teamColor } = await chainOf(of("Ana"), date);
    expect(body.date).toBe(date);
    const team = body.teams[teamColor];
    expect(team.members).toBe(team.ai + team.real);
    expect(team.ai).toBeGreaterThanOrEqual(1);
    const own = team.squads.find((squad: { members: { id: string }[] }) =>
      squad.members.some(({ id }) => id === of("Ana").id)
    );
    expect(own.members.map((m: { full_name: string; is_ai: boolean }) => [m.full_name, m.is_ai]))
      .toEqual([["Ana", false], ["Ben", false], ["Cleo", true]]);
  });
});

describe("generation", () => {
  const path = "/api/workout-window/generate-chains";
  let today: string;
  beforeAll(() => {
    today = new Date().toISOString().slice(0, 10);
  });

  it("follows in the background when a window is set", async () => {
    const ana = await person("Ana");
    const city = crypto.randomUUID();
    await ok(ana, "PUT", "/api/workout-window/update-location", { city });
    await ok(ana, "POST", "/api/workout-window/setup", {
      activityType: "walk",
      windowStartTime: "06:00",
      windowEndTime: "08:00",
      timezone: "UTC",
    });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    for (const date of [today, tomorrow]) {
      await eventually(async () =>
        expect(await chainOf(ana, date)).toMatchObject({ beforeUser: null })
      );
    }
  });

  it("of today is open to everyone, of another date to super admins", async () => {
    const { of } = await windowsFrom({ Ana: 6 });
    const ana = of("Ana");
    expect(await ok(ana, "POST", path)).toEqual({
      success: true,
      message: "Chains generated",
      date: today,
    });
    expect(names(await chainOf(ana, today))).toEqual([null, "Ana", null]);
    const date = newDate();
    expect((await ana.api("POST", path, { date })).status).toBe(403);
    const admin = await superAdmin();
    expect((await ok(admin, "POST", path, { date })).date).toBe(date);
    expect(names(await chainOf(ana, date))).toEqual([null, "Ana", null]);
  });

  it("takes the user's own today", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    await place(ana, 6, "x", "Pacific/Kiritimati");
    await sql`update public.profiles set timezone = 'Pacific/Pago_Pago' where id = ${ben.id}`;
    const local = (hours: number) =>
      new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);
    expect((await ok(ana, "POST", path)).date).toBe(local(14));
    expect((await ok(ben, "POST", path)).date).toBe(local(-11));
  });

  it("is limited to six calls an hour; refused ones do not count", async () => {
    const ana = await person("Ana");
    for (let n = 0; n < 3; n++) await ana.api("POST", path, { date: newDate() });
    for (let n = 0; n < 6; n++) expect((await ana.api("POST", path)).status).toBe(200);
    const { status, headers } = await ana.api("POST", path);
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(3500);
    const { error } = await ana.client.rpc("request_chain_generation");
    expect(error?.code).toBe("PT429");
  });

  it("requires authentication", async () => {
    expect((await anonymous.api("POST", path)).status).toBe(401);
    expect((await send("POST", cronPath, {})).status).toBe(401);
  });

  it("by the job covers today and tomorrow", async () => {
    const { of } = await windowsFrom({ Ana: 6 });
    const { body } = await send("POST", cronPath, undefined, secret);
    expect(body).toEqual({
      success: true,
      message: expect.any(String),
      today,
      tomorrow: new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10),
    });
    for (const date of [body.today, body.tomorrow]) {
      expect(names(await chainOf(of("Ana"), date))).toEqual([null, "Ana", null]);
    }
  });

  it("that was cut off is continued by a job", async () => {
    const { of } = await windowsFrom({ Ana: 6, Ben: 8 });
    const date = newDate();
    await sql`select private.request_workout_chains(${date})`;
    await eventually(async () => {
      await sql`select private.continue_workout_chains()`;
      expect(names(await chainOf(of("Ana"), date))).toEqual([null, "Ana", "Ben"]);
    });
  });
});
