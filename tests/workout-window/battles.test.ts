/** Weekly battles over HTTP and with supabase-js. */
import type { ISql, TransactionSql } from "postgres";
import { beforeEach, describe, expect, it } from "vitest";
import { type Person, person, persons, service, superAdmin } from "../support/people.ts";
import { noticesOf } from "../support/notices.ts";
import { eventually } from "../support/eventually.ts";
import { ok, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { hasCheckedIn } from "./days.ts";
import { asJob } from "./mosaics.ts";
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
const generateWeekly = () => asJob("/api/workout-window/battle/cron/generate-weekly");

const open = (of = week) => sql`select private.open_workout_battle(${of})`;
const thisWeek = async () => {
  const [row] = await sql<[{ week: string }]>`
    select private.week_of(private.utc_today())::text as week`;
  return row.week;
};

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
      members: [{ user_id: ana.id, full_name: "Ana", chips: 2 }],
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
    await Promise.all([won, lost, absent].map(giveWindow));
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

describe("a battle of more than 1,000 places", () => {
  /** A week of 150 users, of whom one in three wears red, in a transaction that is undone. */
  const inLargeWeek = async (work: (tx: TransactionSql) => Promise<void>) => {
    const undo = new Error("undo");
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        create temp table crowd on commit drop as
        select n, gen_random_uuid() as id from generate_series(1, 150) as n`;
      await tx`
        insert into public.workout_windows (user_id, activity_type, window_start_time,
          window_end_time, timezone, location_group)
        select id, 'walk', '08:00', '10:00', 'UTC', 'crowd' from crowd`;
      await tx`
        insert into private.workout_dates (date, generated_at)
        select ${week}::date + n, now() from generate_series(0, 6) as n`;
      await tx`
        insert into public.workout_window_chains (date, user_id, team_color, location_group, starts_at,
          ends_at, closes_at, closed_at)
        select date, c.id, case when c.n % 3 = 0 then 'red' else 'blue' end, 'crowd', date,
          date + interval '2 hours', date + interval '3 hours', now()
        from crowd as c, generate_series(0, 6) as day, lateral (select ${week}::date + day as date)`;
      await tx`
        insert into public.workout_window_checkins (user_id, date, activity_type, status,
          battle_chips_earned)
        select user_id, date, 'walk', 'verified', 2
        from public.workout_window_chains where location_group = 'crowd'`;
      await tx`select private.open_workout_battle(${week})`;
      await work(tx);
      throw undo;
    }).catch((error) => expect(error).toBe(undo));
  };
  const standingOf = async (tx: ISql) => {
    const [row] = await tx`
      select private.workout_battle_standing(b) as standing from public.workout_window_battles as b
      where week_start_date = ${week}`;
    return row!.standing;
  };
  const step = async (tx: ISql, isFinal = false) => {
    const [row] = await tx`
      select private.step_workout_count(b, ${isFinal}, 40) as done
      from public.workout_window_battles as b where week_start_date = ${week}`;
    return row!.done;
  };

  it("is counted in steps, and requests read what is counted", () =>
    inLargeWeek(async (tx) => {
      for (const again of [false, true]) {
        let steps = 1;
        while (!await step(tx)) {
          steps++;
          if (!again) expect(await standingOf(tx)).toBeNull();
        }
        expect(steps).toBeGreaterThan(3);
        const { members, days, ...numbers } = await standingOf(tx);
        expect(numbers).toEqual({
          red_team_chips: 50 * 14,
          blue_team_chips: 100 * 14,
          red_members: 50,
          blue_members: 100,
          red_team_robot_power: 700 * 10 + 50 * 5 + 14 * 20,
          blue_team_robot_power: 1400 * 10 + 100 * 5 + 14 * 20,
        });
        expect(members).toHaveLength(150);
        expect(days[6]).toEqual({ date: dayOf(week, 6), redTeamChips: 100, blueTeamChips: 200 });
      }
    }));

  it("is executed as it is counted, and not before", () =>
    inLargeWeek(async (tx) => {
      await expect(tx.savepoint((own) => own`select private.finish_workout_battle(${week})`))
        .rejects.toThrow("The battle is being counted");
      while (!await step(tx));
      await tx`
        update public.workout_window_checkins set battle_chips_earned = 0
        where user_id in (select id from crowd)`;
      const [battle] = await tx`select * from private.finish_workout_battle(${week})`;
      expect(battle).toMatchObject({ red_team_chips: 700, winner: "blue" });
    }));

  it("is counted once more by the job before it is executed", () =>
    inLargeWeek(async (tx) => {
      while (!await step(tx));
      await step(tx);
      await tx`
        update public.workout_window_checkins set battle_chips_earned = 3
        where user_id in (select id from crowd)`;
      await expect.poll(async () => {
        await tx`select private.advance_workout_battles(1)`;
        const [battle] = await tx`
          select red_team_chips from public.workout_window_battles where week_start_date = ${week}`;
        return battle!.red_team_chips;
      }).toBe(50 * 21);
    }));

  it("lists the 200 members of each team with the most chips", async () => {
    const [row] = await sql`
      select jsonb_path_query_array(s, '$.members[*] ? (@.is_red == true).chips') as chips
      from private.count_workout_battle(${week}, '{}', (
        select jsonb_build_object('members', jsonb_agg(jsonb_build_object(
          'user_id', gen_random_uuid(), 'is_red', true, 'chips', n)))
        from generate_series(1, 300) as n)) as s`;
    expect(row!.chips).toEqual(Array.from({ length: 200 }, (_, n) => 300 - n));
  });
});

describe("the weekly job", () => {
  it("opens the battle of this week, once", async () => {
    const answers = await Promise.all([generateWeekly(), generateWeekly()]);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: true, battle: { week_start_date: await thisWeek() } });
    }
    const [row] = await sql`
      select count(*)::int from public.workout_window_battles
      where week_start_date = ${await thisWeek()}`;
    expect(row!.count).toBe(1);
  });

  it("executes a past battle that nobody has, when nobody can check in any more", async () => {
    await aWeek();
    await open();
    const late = newWeek();
    await takePlace(ana, dayOf(late, 6), "red", { isOpen: true });
    await open(late);
    await generateWeekly();
    expect((await read(ana)).battle.battle_status).toBe("completed");
    expect((await read(ana, late)).battle.battle_status).toBe("pending");
  });

  it("goes on with notices that were cut off", async () => {
    const people = await Promise.all([person(), person(), person()]);
    await Promise.all(people.map(giveWindow));
    for (const each of people) await takePlace(each, week, "red", { chips: 1 });
    await sql`select private.finish_workout_battle(${week})`;
    // One user in each step.
    for (let sent: number | null = 0; sent !== null;) {
      [{ sent }] = await sql<[{ sent: number | null }]>`
        select private.send_workout_notices(1) as sent`;
    }
    // Another test's call may be sending the last one.
    await expect.poll(() =>
      sql`
        select count(*)::int from public.notifications where type = 'battle_result'
          and user_id in ${sql(people.map(({ id }) => id))} and dedupe_key = ${week}`
    ).toEqual([{ count: 3 }]);
  });

  it("tells once, from Friday on, how the battle of this week stands", async () => {
    const who = await person();
    await giveWindow(who);
    let sent: unknown;
    const undo = new Error("undo");
    await sql.begin(async (tx) => {
      // A Friday.
      await tx`
        create or replace function private.utc_today() returns date language sql stable
        set search_path = '' as 'select date ''2001-01-05'''`;
      await tx`
        insert into private.workout_dates (date, generated_at) values ('2001-01-01', now())`;
      await tx`
        insert into public.workout_window_chains (
          date, user_id, team_color, location_group, starts_at, ends_at
        )
        values ('2001-01-01', ${who.id}, 'red', 'week', '2001-01-01 08:00', '2001-01-01 10:00')`;
      await hasCheckedIn(who, "2001-01-01", { battle_chips_earned: 3 }, tx);
      await tx`select private.generate_workout_battle()`;
      for (const _ of [1, 2]) await tx`select private.continue_workout_battles()`;
      sent = [
        ...await tx`
          select title, body from public.notifications
          where user_id = ${who.id} and type = 'battle_update'`,
      ];
      throw undo;
    }).catch((error) => expect(error).toBe(undo));
    expect(sent).toEqual([{
      title: "The team battle goes on",
      body: "Red leads with 3 chips to 0. Your team is red.",
    }]);
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
