import { notFound } from "../../shared/base/errors.ts";
import type { Db } from "../../shared/database/clients.ts";
import { keyset } from "../../shared/fields/pages.ts";
import { f, json, must, ok, part, z } from "../../shared/http/declare.ts";

/** The routes of badges, milestones and the leaderboard. */
export const routes = part();

const count = z.number().int();
const sent = count.openapi({ example: 12 });
const increases = count.openapi({ example: 8 });
const level = count.openapi({ description: "From 1.", example: 2 });
const rate = z.number().nullable().openapi({
  description: "Engagement increases by settled drops, 0 to 1; null while none is settled.",
  example: 0.8,
});

const Badge = z.object({
  user_id: f.uuid,
  level,
  name: z.string().nullable().openapi({ example: "sprout" }),
  display_name: z.string().nullable().openapi({ example: "Sprout" }),
  emoji: z.string().nullable().openapi({ example: "🌿" }),
  color: z.string().nullable().openapi({ example: "#7CFC00" }),
  total_drops_sent: sent,
  total_engagement_increases: increases.openapi({
    description: "Drops whose recipients wrote something within the engagement window.",
  }),
  success_rate: rate,
  bonus_drops_earned: count.openapi({ example: 16 }),
  consecutive_days: count.openapi({
    description: "Days in a row with a drop sent, up to today or yesterday, in the time zone of " +
      "the user.",
    example: 3,
  }),
  longest_streak: count.openapi({ example: 5 }),
  progress_to_next: z.number().openapi({
    description: "Progress towards the next level, 0 to 1; 1 at the last level.",
    example: 0.1333,
  }),
  updated_at: f.timestamp.nullable().openapi({ description: "Null before the first drop." }),
}).openapi("Badge");

const Milestone = z.object({
  id: f.uuid,
  user_id: f.uuid,
  level,
  achieved_at: f.timestamp,
  total_drops_sent: sent,
  total_engagement_increases: increases,
  success_rate: rate,
}).openapi("BadgeMilestone");

const Definition = z.object({
  level,
  name: z.string().openapi({ example: "sprout" }),
  display_name: z.string().openapi({ example: "Sprout" }),
  description: z.string().openapi({ example: "Your first drops have reached people." }),
  emoji: z.string().openapi({ example: "🌿" }),
  color: z.string().openapi({ example: "#7CFC00" }),
  min_engagement_increases: count.openapi({ example: 6 }),
  min_success_rate: z.number().nullable().openapi({ description: "Null for no requirement." }),
  min_consecutive_days: count.nullable().openapi({
    description: "The required length of the longest streak; null for no requirement.",
  }),
}).openapi("BadgeDefinition");

const Ranked = z.object({
  rank: count.openapi({ description: "Equal results share a rank.", example: 1 }),
  user_id: f.uuid,
  ...f.personFields,
  level,
  total_engagement_increases: increases,
  success_rate: rate,
  total_drops_sent: sent,
}).openapi("LeaderboardRow");

const lowestFirst = keyset({ level: "integer" }, { ascending: true });
const highestFirst = keyset({ level: "integer" });
const byResult = keyset({
  place: "integer",
  rank: "integer",
  total_engagement_increases: "integer",
  sort_rate: "number",
  user_id: "uuid",
}, {
  after: (last) => ({
    p_place: last.place,
    p_rank: last.rank,
    p_total: last.total_engagement_increases,
    p_rate: last.sort_rate,
    p_user_id: last.user_id,
  }),
});

const oneBadge = ok("The badge", z.object({ badge: Badge }));

const badgesOf = async (db: Db, p_user_ids: string[]) =>
  must(await db.rpc("badges_of", { p_user_ids }));

const badgeOf = async (db: Db, id: string) => {
  const [badge] = await badgesOf(db, [id]);
  if (!badge) throw notFound("User");
  return { badge };
};

routes.add("GET /encouragement-drops/badge", {
  scope: "people",
  operationId: "getOwnBadge",
  summary: "Get the caller's badge",
  answer: oneBadge,
}, async ({ db, caller }) => await badgeOf(db, caller.id));

routes.list("/encouragement-drops/badge/milestones", {
  scope: "people",
  operationId: "listOwnMilestones",
  summary: "List the levels that the caller reached, highest first",
  description: "With the counts of that moment. Everyone begins at level 1, which is no " +
    "milestone. The milestones of others are in the table `badge_milestones`.",
  items: { milestones: Milestone },
  order: highestFirst,
}, ({ db, caller, seek }) => seek(db.from("badge_milestones").select().eq("user_id", caller.id)));

routes.add("GET /encouragement-drops/badge/{userId}", {
  scope: "people",
  operationId: "getBadge",
  summary: "Get the badge of a user",
  answer: oneBadge,
  notFound: { description: "The user does not exist.", example: "User not found" },
}, async ({ db, params }) => await badgeOf(db, params.userId));

routes.add("POST /encouragement-drops/badge/update", {
  scope: "people",
  operationId: "updateOwnBadge",
  summary: "Calculate the caller's badge again",
  description: "Badges follow every drop and every engagement by themselves. This applies a " +
    "change of the definitions at once.",
  answer: oneBadge,
}, async ({ db, caller }) => {
  must(await db.rpc("recalculate_badge"));
  return await badgeOf(db, caller.id);
});

routes.add("POST /encouragement-drops/badges/bulk", {
  scope: "people",
  operationId: "getBadges",
  summary: "Get the badges of several users",
  description: "Unknown ids are left out.",
  body: json(z.object({
    user_ids: z.array(f.uuid).min(1).max(100),
  })),
  answer: ok(
    "The badges by the id of their user",
    z.object({ badges: z.record(z.string(), Badge) }),
  ),
}, async ({ db, body }) => {
  const rows = await badgesOf(db, body.user_ids);
  return { badges: Object.fromEntries(rows.map((row) => [row.user_id, row])) };
});

routes.list("/encouragement-drops/badge-definitions", {
  scope: "people",
  operationId: "listBadgeDefinitions",
  summary: "List the levels of badges, lowest first",
  items: { badge_definitions: Definition },
  order: lowestFirst,
}, ({ db, seek }) => seek(db.from("badge_definitions").select()));

routes.list(
  "/encouragement-drops/leaderboard",
  {
    scope: "people",
    operationId: "getLeaderboard",
    summary: "List the top encouragers",
    description: "By engagement increases, then by success rate. Synthetic and blocked users do " +
      "not appear.",
    items: { leaderboard: Ranked },
    order: byResult,
  },
  ({ db, start }) => db.rpc("leaderboard", start),
  ({ place: _, sort_rate: __, ...row }) => row,
);
