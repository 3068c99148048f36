import type { Db } from "../../shared/database/clients.ts";
import { keyset, pageQuery } from "../../shared/fields/pages.ts";
import { f, json, must, ok, part, shaped, z } from "../../shared/http/declare.ts";
import { CheckIn, dayStatus, withPhotos } from "./check-in-fields.ts";
import { generateChains } from "./generation.ts";

/** The routes of chains, squads and teams. */
export const routes = part();

const count = z.int().min(0).openapi({ example: 3 });

const ChainUser = f.PersonCard.extend({
  city: z.string().nullable().openapi({
    description: "This and the fields below are null when the caller blocks the user or is " +
      "blocked by them.",
    example: "Berlin",
  }),
  windowStartTime: z.string().nullable().openapi({
    description: "By the clock of the time zone.",
    example: "06:30",
  }),
  windowEndTime: z.string().nullable().openapi({ example: "08:30" }),
  timezone: z.string().nullable().openapi({ example: "Europe/Berlin" }),
  opensAt: f.timestamp.nullable().openapi({
    description: "The start of the window as a moment.",
    example: "2026-11-21T05:30:00+00:00",
  }),
  closesAt: f.timestamp.nullable().openapi({ example: "2026-11-21T07:30:00+00:00" }),
  checkedIn: z.boolean().nullable().openapi({ example: true }),
  status: dayStatus.nullable().openapi({ example: "completed" }),
}).openapi("WorkoutChainUser");

const Squad = z.object({
  id: f.uuid,
  user1: z.union([ChainUser, z.null()]),
  user2: z.union([ChainUser, z.null()]),
  user3: z.union([ChainUser, z.null()]).openapi({
    description: "Null in a squad of two.",
    example: null,
  }),
  teamColor: f.teamColor,
}).openapi("WorkoutSquad");

/** The second user in examples of the document. */
const ben = { id: "c7e94a15-3b82-4d6f-a1f0-6e8b2d5c9037", handle: "ben", full_name: "Ben Okoye" };

const Chain = z.object({
  beforeUser: z.union([ChainUser, z.null()]).openapi({
    description: "The user whose window ends closest before the caller's; null for the first " +
      "user. Two people are neither neighbours nor in one squad if one blocks the other.",
    example: null,
  }),
  currentUser: ChainUser,
  afterUser: z.union([ChainUser, z.null()]).openapi({
    description: "Null for the last.",
    example: null,
  }),
  teamColor: f.teamColor,
  squad: z.union([Squad, z.null()]),
}).openapi("WorkoutChain");

/** The check-ins of the caller, the neighbours and the squad, with short-lived photo addresses. */
async function checkInsOf(db: Db, p_date: string) {
  return await withPhotos(must(await db.rpc("list_workout_checkins", { p_date })));
}

routes.add("GET /workout-window/chain/{date}", {
  scope: "window",
  operationId: "getWorkoutChain",
  summary: "Get the caller's place in the chains of a date",
  description: "With the check-ins of the caller, the neighbours and the squad. `chain` is null " +
    "when the caller has no place on the date.",
  answer: ok(
    "The place and the check-ins",
    z.object({ chain: z.union([Chain, z.null()]), checkins: z.array(CheckIn) }),
    { chain: { squad: { user2: ben } } },
  ),
}, async ({ db, params }) => {
  const p_date = params.date;
  const [chain, checkins] = await Promise.all([
    db.rpc("get_workout_chain", { p_date }),
    checkInsOf(db, p_date),
  ]);
  return { chain: must(chain), checkins };
});

routes.add("GET /workout-window/squad/{date}", {
  scope: "window",
  operationId: "getWorkoutSquad",
  summary: "Get the caller's squad of a date",
  description: "Three neighbours in the chains, or two; null when the caller has none. With the " +
    "check-ins of its members.",
  answer: ok(
    "The squad and its check-ins",
    z.object({ squad: z.union([Squad, z.null()]), checkins: z.array(CheckIn) }),
    { squad: { user2: ben } },
  ),
}, async ({ db, params }) => {
  const p_date = params.date;
  const [found, checkins] = await Promise.all([
    db.rpc("get_workout_squad", { p_date }),
    checkInsOf(db, p_date),
  ]);
  const squad = must(shaped(Squad.nullable(), found));
  const members = [squad?.user1, squad?.user2, squad?.user3].map((user) => user?.id);
  const ofSquad = checkins.filter(({ user_id }) => members.includes(user_id));
  return { squad, checkins: ofSquad };
});

const TeamStats = z.object({
  totalMembers: count,
  synthetic: count.openapi({ description: "The synthetic users among the members.", example: 0 }),
  completed: count.openapi({ example: 2 }),
  failed: count.openapi({ example: 0 }),
  pending: count.openapi({ description: "Neither completed nor failed yet.", example: 1 }),
  completionRate: z.number().min(0).max(1).openapi({ example: 0.6667 }),
  totalChips: count.openapi({ description: "Of verified check-ins.", example: 2 }),
}).openapi("WorkoutTeamStats");

routes.add("GET /workout-window/team-stats/{date}", {
  scope: "window",
  operationId: "getWorkoutTeamStats",
  summary: "Get the results of both teams on a date",
  notFound: "Team stat",
  answer: ok("Both teams", z.object({ redTeam: TeamStats, blueTeam: TeamStats })),
}, async ({ db, params }) => {
  const stats = await db.rpc("get_workout_team_stats", {
    p_date: params.date,
  });
  const teams = must(stats);
  const team = (color: string) => {
    const row = teams.find(({ team_color }) => team_color === color)!;
    return {
      totalMembers: row.total_members,
      synthetic: row.synthetic,
      completed: row.completed,
      failed: row.failed,
      pending: row.pending,
      completionRate: row.completion_rate,
      totalChips: row.total_chips,
    };
  };
  return { redTeam: team("red"), blueTeam: team("blue") };
});

const optionalDate = json(
  z.object({ date: f.date.optional() }).openapi({ example: {} }),
  { optional: true },
);

routes.add("POST /workout-window/generate-chains", {
  scope: "window",
  operationId: "generateWorkoutChains",
  summary: "Generate the chains of a date",
  description: "Generates the chains of the caller's location for today or tomorrow, by the " +
    "clock of the caller's window. For super admins the date is free and the chains are those of " +
    "everybody. Places of users who have checked in, or whose window has closed, stay. Where more " +
    "than 200 users share the location, and on a date without chains for all others, a job " +
    "generates within a minute or two. Past 6 calls an hour the answer is 429.",
  body: optionalDate,
  answer: ok(
    "The chains are generated",
    z.object({
      success: z.boolean(),
      message: z.string().openapi({ example: "Chains generated" }),
      date: f.date,
    }),
  ),
  refusals: { 403: "The date is neither today nor tomorrow.", 429: "More than 6 calls an hour." },
}, async ({ db, caller, body }) => {
  const requested = await db.rpc("request_chain_generation", {
    p_date: body.date,
  });
  const date = must(requested);
  const users = caller.role === "super_admin" ? undefined : [caller.id];
  const { done } = await generateChains({ date, users });
  const message = done ? "Chains generated" : "The chains are being generated";
  return { success: true, message, date };
});

const TeamSquad = z.object({
  id: f.uuid,
  members: z.array(
    f.PersonCard.omit({ avatar_url: true }).extend({
      is_ai: z.boolean().openapi({ example: false }),
    }),
  ),
});

const Members = z.object({
  members: count,
  ai: count.openapi({ description: "Synthetic users.", example: 0 }),
  real: count,
});

const Team = Members.extend({ squads: z.array(TeamSquad) }).openapi("WorkoutTeam");

/** The answer of the database: the members of both teams, and the squads of a page. */
const Teams = z.object({
  teams: z.record(f.teamColor, Members),
  squads: z.array(TeamSquad.extend({ team_color: f.teamColor })),
});

const byId = keyset({ id: "uuid" }, {
  ascending: true,
  after: ({ id }) => ({ p_after_id: id }),
});

routes.add("GET /workout-window/admin/teams/{date}", {
  auth: "super_admin",
  operationId: "getWorkoutTeams",
  summary: "Get the members and squads of both teams on a date",
  description: "Counts synthetic and real users. A page has up to `limit` squads of both teams " +
    "together, and the members of the whole date.",
  query: pageQuery,
  notFound: "Team",
  answer: ok(
    "Both teams, with the squads of a page",
    z.object({
      date: f.date,
      teams: z.object({ red: Team, blue: Team }),
      next_cursor: z.string().nullable().openapi({
        description: "The `cursor` of the next page; null on the last page.",
        example: null,
      }),
    }),
  ),
}, async ({ db, params: { date }, query: { limit, cursor } }) => {
  const found = await db.rpc("admin_workout_teams", {
    p_date: date,
    ...byId.args({ limit, cursor }),
  });
  const { teams, squads } = must(shaped(Teams, found));
  const page = byId.page("squads", squads, limit);
  const team = (color: keyof typeof teams) => ({
    ...teams[color],
    squads: page.squads.filter((squad) => squad.team_color === color)
      .map(({ id, members }) => ({ id, members })),
  });
  return {
    date,
    teams: { red: team("red"), blue: team("blue") },
    next_cursor: page.next_cursor,
  };
});
