import { inBackground } from "../../shared/base/log.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { keyset, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { cron, f, must, ok, part, shaped, superAdminOr, z } from "../../shared/http/declare.ts";
import { runBatches } from "../../shared/jobs/batches.ts";
import { runJob } from "../../shared/jobs/runs.ts";

/** The routes of weekly battles. */
export const routes = part();

const auth = cron("WORKOUT_WINDOW_CRON_SECRET");

/** Users notified in one database call: well under a second. */
const BATCH = 1000;

const count = z.int().min(0).openapi({ example: 0 });
const winner = z.enum(["red", "blue", "tie"]).openapi("WorkoutBattleWinner");

const BattleResult = z.object({
  redRobotPower: count.openapi({ example: 455 }),
  blueRobotPower: count.openapi({ example: 365 }),
  badGuyPower: z.number().openapi({ description: "The mean of both powers.", example: 410 }),
  rounds: z.array(z.object({
    round: z.int(),
    redDamage: count,
    blueDamage: count,
    badGuyDamage: count,
  })).openapi({
    description: "Three to five.",
    example: [
      { round: 1, redDamage: 152, blueDamage: 122, badGuyDamage: 137 },
      { round: 2, redDamage: 171, blueDamage: 137, badGuyDamage: 154 },
      { round: 3, redDamage: 124, blueDamage: 99, badGuyDamage: 112 },
    ],
  }),
  finalOutcome: z.string().openapi({ example: "Red wins with 447 damage to 358." }),
}).openapi("WorkoutBattleResult");

const Battle = z.object({
  id: f.uuid,
  week_start_date: f.date.openapi({ description: "A Monday.", example: "2026-11-16" }),
  week_end_date: f.date.openapi({ description: "The Sunday.", example: "2026-11-22" }),
  red_team_chips: count.openapi({ example: 15 }),
  blue_team_chips: count.openapi({ example: 12 }),
  red_team_robot_power: count.openapi({ example: 455 }),
  blue_team_robot_power: count.openapi({ example: 365 }),
  battle_status: z.enum(["pending", "in_progress", "completed"]).openapi({ example: "completed" }),
  winner: z.union([winner, z.null()]),
  battle_result: z.union([BattleResult, z.null()]),
  created_at: f.timestamp,
  updated_at: f.timestamp,
}).openapi("WorkoutBattle");

const week = z.object({
  weekStartDate: f.date.openapi({ description: "A Monday.", example: "2026-11-16" }),
});

routes.add("POST /workout-window/battle/cron/generate-weekly", {
  auth,
  operationId: "runWorkoutBattleGeneration",
  summary: "Run the job that opens the battle of this week",
  description: "Weeks begin on Monday in UTC. Executes the battle of last week when nobody can " +
    "check in for it any more, and notifies its participants. Another job continues the rest.",
  answer: ok(
    "The battle of this week",
    z.object({
      success: z.boolean(),
      message: z.string().openapi({ example: "The battle is open; 1 battle executed" }),
      battle: Battle,
    }),
    {
      battle: {
        red_team_chips: 0,
        blue_team_chips: 0,
        red_team_robot_power: 0,
        blue_team_robot_power: 0,
        battle_status: "pending",
        winner: null,
        battle_result: null,
      },
    },
  ),
}, async () => {
  const answer = await runJob("workout-window-generate-weekly", async () => {
    const db = serviceClient();
    const battle = must(await db.rpc("generate_workout_battle"));
    const { counts, errors } = await advance();
    const executed = `${counts.executed} ${counts.executed === 1 ? "battle" : "battles"}`;
    return {
      message: `The battle is open; ${executed} executed`,
      results: { battle, ...counts, errors },
      complete: errors.length === 0,
    };
  });
  const { battle } = answer.results;
  return { success: answer.success, message: answer.message, battle };
});

/** Executes due battles and notifies participants, batch by batch; a job goes on with the rest. */
const advance = () =>
  runBatches(["executed", "notified"], async (size) => {
    const step = must(
      await serviceClient().rpc("advance_workout_battles", { p_limit: size }).single(),
    );
    return { counts: step, done: step.done };
  }, { size: BATCH });

const Team = z.object({
  totalChips: count,
  robotPower: count,
  members: z.array(
    z.object({
      user_id: f.uuid,
      full_name: f.personFields.full_name,
      is_synthetic: f.personFields.is_synthetic,
      chips: count,
    }),
  ),
}).openapi("WorkoutBattleTeam");

const DayStats = z.object({ date: f.date, redTeamChips: count, blueTeamChips: count });
const Week = z.object({
  battle: Battle,
  red_members: Team.shape.members,
  blue_members: Team.shape.members,
  daily_stats: z.array(DayStats),
});

routes.add("GET /workout-window/battle/week/{weekStartDate}", {
  scope: "window",
  operationId: "getWorkoutBattle",
  summary: "Get the battle of a week",
  description: "The battle of the week of the date, or null. It is live until it is executed, " +
    "then final. A user is a member of the team whose colour the user wore on most days of the " +
    "week (of two equal ones the later), with the chips earned for it. Each team lists the 200 " +
    "members with the most chips.",
  params: z.object({
    weekStartDate: f.date.openapi({ description: "Any date of the week.", example: "2026-11-16" }),
  }),
  answer: ok(
    "The battle, both teams and the days of the week",
    z.object({
      battle: z.union([Battle, z.null()]),
      redTeam: Team,
      blueTeam: Team,
      dailyStats: z.array(DayStats),
    }),
    {
      redTeam: { totalChips: 15, robotPower: 455, members: [{ chips: 15 }] },
      blueTeam: {
        totalChips: 12,
        robotPower: 365,
        members: [{ full_name: "Ben Okoye", chips: 12 }],
      },
      dailyStats: [2, 2, 1, 2, 1, 2, 2].map((blueTeamChips, day) => ({
        date: `2026-11-${16 + day}`,
        redTeamChips: day < 6 ? 2 : 3,
        blueTeamChips,
      })),
    },
  ),
}, async ({ db, params }) => {
  const p_week = params.weekStartDate;
  const found = must(shaped(Week.nullable(), await db.rpc("get_workout_battle", { p_week })));
  return {
    battle: found?.battle ?? null,
    redTeam: {
      totalChips: found?.battle.red_team_chips ?? 0,
      robotPower: found?.battle.red_team_robot_power ?? 0,
      members: found?.red_members ?? [],
    },
    blueTeam: {
      totalChips: found?.battle.blue_team_chips ?? 0,
      robotPower: found?.battle.blue_team_robot_power ?? 0,
      members: found?.blue_members ?? [],
    },
    dailyStats: found?.daily_stats ?? [],
  };
});

routes.add("POST /workout-window/battle/execute/{weekStartDate}", {
  auth: superAdminOr(auth),
  operationId: "executeWorkoutBattle",
  summary: "Execute the battle of a week",
  description: "Executes the battle, also before the week is over; a repetition answers the " +
    "stored result. A team's power is floor(chips x 10 + members x 5 + chips / members x 20). A " +
    "battle has 3 + (chips of both teams mod 3) rounds. In each round each power deals its share " +
    "times a factor from 0.8 to 1.2, which depends only on week and round. The team with more " +
    "damage wins. The participants are notified.",
  params: week,
  answer: ok(
    "The battle and its result",
    z.object({ battle: Battle, winner, battleResult: BattleResult }),
  ),
  notFound: { description: "The week has no battle.", example: "Battle not found" },
  refusals: { 409: "The week has not begun." },
}, async ({ db, params }) => {
  const p_week = params.weekStartDate;
  const battle = must(await db.rpc("execute_workout_battle", { p_week }));
  inBackground(advance(), "participants of a battle were not notified; a job continues");
  return { battle, winner: battle.winner!, battleResult: battle.battle_result! };
});

const byWeek = keyset({ week_start_date: "date" });

routes.add("GET /workout-window/battle/history", {
  scope: "window",
  operationId: "listWorkoutBattles",
  summary: "List completed battles, latest first, with the caller's part",
  description: "`battlesWon` counts the battles won by the colour that the caller wore on most " +
    "days of the week; `longestChain` is the longest run of dates with verified check-ins.",
  query: pageQuery,
  answer: ok(
    "A page of battles, and the caller's numbers",
    pageOf("battles", Battle).extend({
      userStats: z.object({
        totalChipsContributed: count.openapi({ example: 15 }),
        battlesWon: count.openapi({ example: 1 }),
        longestChain: count.openapi({ example: 7 }),
      }),
    }),
  ),
}, async ({ db, query: { limit, cursor } }) => {
  const query = db.from("workout_window_battles").select()
    .eq("battle_status", "completed");
  const [rows, stats] = await Promise.all([
    byWeek.seek(query, { limit, cursor }),
    db.rpc("get_workout_battle_stats").single(),
  ]);
  const { total_chips, battles_won, longest_chain } = must(stats);
  return {
    ...byWeek.page("battles", must(rows), limit),
    userStats: {
      totalChipsContributed: total_chips,
      battlesWon: battles_won,
      longestChain: longest_chain,
    },
  };
});
