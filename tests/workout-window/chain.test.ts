/** Chains, squads and teams of a date, as they are read. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { person, superAdmin } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { chainOf, datesFrom, generate, names, place, places, windowsFrom } from "./chains.ts";
import { closeWindow, hasCheckedIn, makeSynthetic } from "./days.ts";

const newDate = datesFrom(2051);

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
    expect(chain.beforeUser).toMatchObject({
      id: of("Ana").id,
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

  it("is read, and its squad, when the whole date is generated", async () => {
    const { of } = await windowsFrom({ Ana: 6, Ben: 8 });
    const ana = of("Ana");
    const date = newDate();
    await generate(date);
    const read = async () => {
      const rows = async (table: "workout_window_chains" | "workout_window_squads") =>
        (await ana.client.from(table).select("id").eq("date", date)).data!.length;
      const { squad } = await ok(ana, "GET", `/api/workout-window/squad/${date}`);
      return [
        await chainOf(ana, date) !== null,
        squad !== null,
        await rows("workout_window_chains"),
        await rows("workout_window_squads"),
      ];
    };
    expect(await read()).toEqual([true, true, 1, 1]);
    await sql`update private.workout_dates set generated_at = null where date = ${date}`;
    expect(await read()).toEqual([false, false, 0, 0]);
  });

  it("leaves out inactive windows and blocked users", async () => {
    const { of, ids } = await windowsFrom({ Ana: 6, Ben: 8, Cleo: 10 });
    await sql`update public.workout_windows set is_active = false where user_id = ${of("Ben").id}`;
    await sql`update public.profiles set is_active = false where id = ${of("Cleo").id}`;
    const date = newDate();
    await generate(date);
    expect((await places(date, ids)).map(({ user_id }) => user_id)).toEqual([of("Ana").id]);
  });

  it("shows no location beyond the city", async () => {
    const { of } = await windowsFrom({ Ana: 6, Ben: 8 });
    await sql`
      update public.workout_window_locations set latitude = 82.5, longitude = 13.4,
        ip_address = '203.0.113.77'
      where user_id = ${of("Ana").id}`;
    const date = newDate();
    await generate(date);
    const { body } = await of("Ben").api("GET", `/api/workout-window/chain/${date}`);
    expect(JSON.stringify(body)).not.toMatch(/82\.5|203\.0\.113/);
  });

  it.each(["chain", "squad", "team-stats", "checkin", "checkins", "mosaic"])(
    "requires a date (%s)",
    async (what) => {
      const ana = await person("Ana");
      for (const date of ["today", "2041-02-30"]) {
        expect((await ana.api("GET", `/api/workout-window/${what}/${date}`)).status).toBe(400);
      }
    },
  );
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
    const after = await teams();
    expect(difference(after)).toBeLessThanOrEqual(3);
    const [counted] = await sql`select private.workout_team_lead(${date}) as lead`;
    const members = (color: string) => after.find((row) => row.team_color === color)!.count;
    expect(counted).toEqual({ lead: members("red") - members("blue") });
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
    await hasCheckedIn(of("Ana"), date, { battle_chips_earned: 3 });
    await hasCheckedIn(of("Ben"), date, { status: "pending", battle_chips_earned: 2 });
    await closeWindow(of("Cleo"), date);
    const after = (await ok(of("Ana"), "GET", `/api/workout-window/team-stats/${date}`))[team];
    expect(after).toEqual({
      totalMembers: before.totalMembers,
      synthetic: before.synthetic,
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
    await makeSynthetic(of("Cleo"), 0);
    const date = newDate();
    await generate(date);
    const { teamColor } = await chainOf(of("Ana"), date);
    const admin = await superAdmin();
    const path = `/api/workout-window/admin/teams/${date}`;
    const { next_cursor, ...body } = await ok(admin, "GET", `${path}?limit=1`);
    expect(body.date).toBe(date);
    for (let cursor = next_cursor; cursor !== null;) {
      const page = await ok(admin, "GET", `${path}?limit=100&cursor=${cursor}`);
      for (const color of ["red", "blue"]) {
        const { squads, ...members } = page.teams[color];
        expect(body.teams[color]).toMatchObject(members);
        body.teams[color].squads.push(...squads);
      }
      cursor = page.next_cursor;
    }
    const ids = [...body.teams.red.squads, ...body.teams.blue.squads].map(({ id }) => id);
    const squads = await sql`select id from public.workout_window_squads where date = ${date}`;
    expect(ids.sort()).toEqual(squads.map(({ id }) => id).sort());
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
