/** The history of battles, and their tables for direct clients. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Person, person, service } from "../support/people.ts";
import { ok, walk } from "../support/requests.ts";
import { as, sql } from "../support/sql.ts";
import { dayOf, executeBattle, fillWeek, readBattle, takePlace, weeksFrom } from "./weeks.ts";

const newWeek = weeksFrom("1991-01-07");

let [ana, ben, cleo]: Person[] = [];
let week: string;
beforeAll(async () => {
  [ana, ben, cleo] = await Promise.all([person("Ana"), person("Ben"), person("Cleo")]);
});
beforeEach(() => {
  week = newWeek();
});

describe("the history", () => {
  it("lists completed battles in pages, latest first", async () => {
    await fillWeek(week, [ana!, ben!, cleo!]);
    await executeBattle(week);
    const battles = await walk(ana!, "/api/workout-window/battle/history", "battles", 1);
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
    await takePlace(ben!, dayOf(week, 2), "blue");
    await executeBattle(week);
    const lost = newWeek();
    await takePlace(who, lost, "blue", { chips: 1 });
    await takePlace(who, dayOf(lost, 2), "blue", { chips: 1, status: "pending" });
    await takePlace(ben!, lost, "red", { chips: 9 });
    await executeBattle(lost);
    const { userStats } = await ok(who, "GET", "/api/workout-window/battle/history");
    expect(userStats).toEqual({ totalChipsContributed: 8, battlesWon: 1, longestChain: 3 });
  });
});

describe("the tables of battles", () => {
  it("show everybody the numbers under both names, and let nobody write", async () => {
    await fillWeek(week, [ana!, ben!, cleo!]);
    const { battle } = (await executeBattle(week)).body;
    for (const table of ["workout_window_battles", "workout_window_team_battles"]) {
      const { data } = await ana!.client.from(table).select().eq("id", battle.id);
      expect(data).toEqual([battle]);
    }
    const { error } = await ana!.client.from("workout_window_battles").update({ winner: "blue" })
      .eq("id", battle.id);
    expect(error?.code).toBe("42501");
    const rpc = await ana!.client.rpc("generate_workout_battle");
    expect(rpc.error?.code).toBe("42501");
  });

  it("hide standings and notices from the service, too", async () => {
    await expect(
      as({ role: "service_role" }, (tx) => tx`select * from private.workout_battle_standings`),
    ).rejects.toThrow("permission denied");
    expect((await service.from("workout_window_battles").select("id").limit(1)).error).toBeNull();
  });

  it("forget a user whose account is deleted", async () => {
    const who = await person();
    await takePlace(who, week, "red", { chips: 2 });
    await executeBattle(week);
    await service.auth.admin.deleteUser(who.id);
    const { redTeam } = await readBattle(ana!, week);
    expect(redTeam).toMatchObject({ totalChips: 2, members: [] });
    const [row] = await sql`
      select count(*)::int from private.workout_battle_standings
      where standing::text like ${`%${who.id}%`}`;
    expect(row!.count).toBe(0);
  });
});
