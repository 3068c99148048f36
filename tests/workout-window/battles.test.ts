/** Weekly battles over HTTP and with supabase-js. */
import { beforeEach, describe, expect, it } from "vitest";
import { type Person, person, persons, service, superAdmin } from "../support/people.ts";
import { noticesOf } from "../support/notices.ts";
import { eventually } from "../support/eventually.ts";
import { ok, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { hasCheckedIn } from "./days.ts";
import {
  dayOf,
  executeBattle,
  fillWeek,
  giveWindow,
  readBattle,
  takePlace,
  weeksFrom,
} from "./weeks.ts";

const newWeek = weeksFrom("2011-01-03");

let week: string;
const [admin, ana, ben, cleo] = await Promise.all([
  superAdmin(),
  person("Ana"),
  person("Ben"),
  person("Cleo"),
]);
beforeEach(() => {
  week = newWeek();
});

const read = (who: Person, of = week) => readBattle(who, of);
const execute = (of = week) => executeBattle(of);
const aWeek = () => fillWeek(week, [ana, ben, cleo]);
const open = (of = week) => sql`select private.open_workout_battle(${of})`;

describe("the battle of a week", () => {
  it("is null before there is one", async () => {
    const none = { totalChips: 0, robotPower: 0, members: [] };
    expect(await read(ana)).toEqual({
      battle: null,
      redTeam: none,
      blueTeam: none,
      dailyStats: [],
    });
  });

  it("is live until it is executed", async () => {
    await takePlace(ana, week, "red", { isOpen: true });
    await open();
    expect((await read(ana)).battle.battle_status).toBe("pending");
    await hasCheckedIn(ana, week, { battle_chips_earned: 2 });
    const { battle, redTeam, blueTeam, dailyStats } = await read(ben);
    expect(battle).toMatchObject({ battle_status: "in_progress", red_team_chips: 2, winner: null });
    // floor(2 x 10 + 1 x 5 + 2 / 1 x 20)
    expect(redTeam).toEqual({
      totalChips: 2,
      robotPower: 65,
      members: [{ user_id: ana.id, full_name: "Ana", is_synthetic: false, chips: 2 }],
    });
    expect(blueTeam).toEqual({ totalChips: 0, robotPower: 0, members: [] });
    expect(dailyStats).toHaveLength(7);
    expect(dailyStats[0]).toEqual({ date: week, redTeamChips: 2, blueTeamChips: 0 });
  });

  it("counts verified check-ins alone, for the colour of their date", async () => {
    await takePlace(ana, week, "red", { chips: 3, isOpen: true });
    await takePlace(ana, dayOf(week, 1), "blue", { chips: 1 });
    await takePlace(ana, dayOf(week, 2), "red", { chips: 2, status: "pending" });
    await takePlace(ben, week, "blue", { chips: 0, status: "rejected" });
    await open();
    const { redTeam, blueTeam, dailyStats } = await read(ana);
    // Ana wears red on most days; her blue chips count for blue.
    expect(redTeam).toMatchObject({ totalChips: 3, members: [{ user_id: ana.id, chips: 3 }] });
    expect(blueTeam).toMatchObject({ totalChips: 1, members: [{ user_id: ben.id, chips: 0 }] });
    expect(dailyStats[1]).toMatchObject({ redTeamChips: 0, blueTeamChips: 1 });
  });

  it("puts a member with as many days of both colours in the team of the later", async () => {
    await takePlace(ana, week, "red", { chips: 1, isOpen: true });
    await takePlace(ana, dayOf(week, 3), "blue", { chips: 1 });
    await open();
    const { redTeam, blueTeam } = await read(ana);
    expect([redTeam.members, blueTeam.members.length]).toEqual([[], 1]);
    // A team without members has no power, whatever its chips.
    expect(redTeam).toMatchObject({ totalChips: 1, robotPower: 0 });
  });

  it("is that of any day of the week", async () => {
    await open();
    const [monday, sunday, next] = await Promise.all(
      [0, 6, 7].map((days) => read(ana, dayOf(week, days))),
    );
    expect([sunday, next.battle]).toEqual([monday, null]);
  });
});

describe("execution", () => {
  it("completes the battle with a result that follows from chips and members", async () => {
    await aWeek();
    const { status, body } = await execute();
    expect(status).toBe(200);
    expect(body.battle).toMatchObject({
      week_start_date: week,
      week_end_date: dayOf(week, 6),
      battle_status: "completed",
      red_team_chips: 9,
      blue_team_chips: 6,
      red_team_robot_power: 9 * 10 + 5 + 9 * 20,
      blue_team_robot_power: 6 * 10 + 2 * 5 + 3 * 20,
      winner: "red",
    });
    expect([body.winner, body.battleResult]).toEqual(["red", body.battle.battle_result]);
    expect(body.battleResult).toMatchObject({
      redRobotPower: 275,
      blueRobotPower: 130,
      badGuyPower: 202.5,
    });
    // 15 chips: 3 + 15 mod 3 rounds.
    expect(body.battleResult.rounds).toHaveLength(3);
  });

  it("happens once: later chips and another call change nothing", async () => {
    await aWeek();
    const first = await execute();
    await takePlace(ben, dayOf(week, 2), "blue", { chips: 1000 });
    expect(await execute()).toEqual(first);
    const { battle, blueTeam, dailyStats } = await read(ana);
    expect(battle).toEqual(first.body.battle);
    expect(blueTeam.totalChips).toBe(6);
    expect(dailyStats[2].blueTeamChips).toBe(0);
  });

  it("twice at once gives one result", async () => {
    await aWeek();
    const answers = await Promise.all([execute(), execute(), execute(), execute()]);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const [row] = await sql`
      select count(*)::int from private.workout_battle_notices as n
      join public.workout_window_battles as b on b.id = n.battle_id
      where b.week_start_date = ${week}`;
    expect(row!.count).toBe(1);
  });

  it("is a super admin's or the job's, in the database too, and audited", async () => {
    await aWeek();
    const path = `/api/workout-window/battle/execute/${week}`;
    const { error } = await ana.client.rpc("execute_workout_battle", { p_week: week });
    expect(error?.code).toBe("PT403");
    const { battle } = await ok(admin, "POST", path);
    await ok(admin, "POST", path);
    const acts = await sql`
      select act from public.audit_log where actor_id = ${admin.id} and target_id = ${battle.id}`;
    expect(acts).toEqual([{ act: "workout_battle.execute" }]);
  });

  it("of a week without places, of a week to come, and from another day is refused", async () => {
    const error = async (of: string) => {
      const { status, body } = await execute(of);
      return [status, body.error];
    };
    expect(await error(week)).toEqual([404, "Battle not found"]);
    expect(await error("2999-12-30")).toEqual([409, "The week has not begun"]);
    expect(await error(dayOf(week, 2))).toEqual([400, "weekStartDate: expected a Monday"]);
  });

  it("tells everybody who took part, once", async () => {
    const [won, lost, absent] = await persons("Won", "Lost", "Absent");
    await Promise.all([won, lost, absent].map((who) => giveWindow(who)));
    await takePlace(won, week, "red", { chips: 5 });
    await takePlace(lost, week, "blue", { chips: 1 });
    await execute();
    await execute();
    const told = async (who: Person) =>
      (await noticesOf(who, "battle_result")).map(({ title, data }) => [title, data]);
    const data = (team_color: string) => ({ week_start_date: week, team_color });
    await eventually(async () => {
      expect(await told(won)).toEqual([[
        "Your team has won the battle",
        expect.objectContaining(data("red")),
      ]]);
      expect(await told(lost)).toEqual([[
        "Your team has lost the battle",
        expect.objectContaining(data("blue")),
      ]]);
    });
    expect(await told(absent)).toEqual([]);
  });
});

describe("the history", () => {
  it("lists completed battles in pages, latest first", async () => {
    await fillWeek(week, [ana, ben, cleo]);
    await executeBattle(week);
    const battles = await walk(ana, "/api/workout-window/battle/history", "battles", 1);
    const starts = battles.map(({ week_start_date }) => week_start_date);
    expect(starts).toContain(week);
    expect(starts).toEqual(starts.toSorted().toReversed());
    expect(new Set(battles.map(({ battle_status }) => battle_status))).toEqual(
      new Set(["completed"]),
    );
  });

  it("says what the caller has contributed and won", async () => {
    const who = await person();
    // Won in red, although one day was blue; lost in blue; a tie.
    await takePlace(who, week, "red", { chips: 3 });
    await takePlace(who, dayOf(week, 1), "red", { chips: 3 });
    await takePlace(who, dayOf(week, 2), "blue", { chips: 1 });
    await takePlace(ben, dayOf(week, 2), "blue");
    await executeBattle(week);
    const lost = newWeek();
    await takePlace(who, lost, "blue", { chips: 1 });
    await takePlace(who, dayOf(lost, 2), "blue", { chips: 1, status: "pending" });
    await takePlace(ben, lost, "red", { chips: 9 });
    await executeBattle(lost);
    const { userStats } = await ok(who, "GET", "/api/workout-window/battle/history");
    expect(userStats).toEqual({ totalChipsContributed: 8, battlesWon: 1, longestChain: 3 });
  });
});

describe("the tables of battles", () => {
  it("show everybody the numbers under both names", async () => {
    await fillWeek(week, [ana, ben, cleo]);
    const { battle } = (await executeBattle(week)).body;
    for (const table of ["workout_window_battles", "workout_window_team_battles"]) {
      const { data } = await ana.client.from(table).select().eq("id", battle.id);
      expect(data).toEqual([battle]);
    }
  });

  it("forget a user whose account is deleted", async () => {
    const who = await person();
    await takePlace(who, week, "red", { chips: 2 });
    await executeBattle(week);
    await service.auth.admin.deleteUser(who.id);
    const { redTeam } = await readBattle(ana, week);
    expect(redTeam).toMatchObject({ totalChips: 2, members: [] });
    const [row] = await sql`
      select count(*)::int from private.workout_battle_standings
      where standing::text like ${`%${who.id}%`}`;
    expect(row!.count).toBe(0);
  });
});
