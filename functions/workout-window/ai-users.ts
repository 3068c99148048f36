import { HttpError } from "../../shared/base/errors.ts";
import { describeError, log } from "../../shared/base/log.ts";
import { newestFirst } from "../../shared/fields/pages.ts";
import { done, f, json, must, ok, part, shaped, z } from "../../shared/http/declare.ts";
import { defaultDistribution, planAiUsers, regions, slots } from "./ai-user-plan.ts";
import { activityType } from "./check-in-fields.ts";
import { generateInBackground } from "./generation.ts";

/** The routes of super admins for synthetic users. */
export const routes = part();

/** Users created in one database call: well under two seconds. */
const BATCH = 100;

const weight = z.number().min(0).max(1).openapi({ example: 0.85 });

/** Shares of the users by name, which add up to 1; the share of a missing name is 0. */
const weights = <const Name extends string>(names: readonly Name[]) =>
  z.partialRecord(z.enum(names), weight).refine(
    (given) => {
      const sum = Object.values<number | undefined>(given).reduce<number>(
        (sum, weight) => sum + (weight ?? 0),
        0,
      );
      return Math.abs(sum - 1) <= 0.001;
    },
    { error: "expected weights that add up to 1", params: { code: "invalid_value" } },
  );

const Config = z.object({
  regions: weights(regions).optional(),
  activities: weights(activityType.options).optional(),
  time_slots: weights(slots).optional(),
  check_in_probability: weight.optional().openapi({ description: "Default: 0.85." }),
  seed: z.union([f.text(1, 100), z.int()]).optional().openapi({
    description: "The same seed, configuration and count give the same users, except for ids and " +
      "handles. Random when missing.",
  }),
}).openapi("WorkoutAiUserConfig");

const AiUser = z.object({
  id: f.uuid.openapi({ description: "The id of the record, by which it is deleted." }),
  user_id: f.uuid,
  region: z.string().openapi({ example: "Midwest" }),
  city: z.string().openapi({ example: "Chicago" }),
  state: z.string().openapi({ example: "Illinois" }),
  timezone: z.string().openapi({ example: "America/Chicago" }),
  activity_type: activityType,
  window_start_time: z.string().openapi({ example: "16:00:00" }),
  window_end_time: z.string().openapi({ example: "18:00:00" }),
  check_in_probability: weight,
  is_active: z.boolean(),
  created_at: f.timestamp,
  profile: f.PersonCard.extend({ is_ai: z.boolean() }),
}).openapi("WorkoutAiUser");

const notFound = { description: "There is no such record.", example: "AI user not found" };

routes.add("POST /workout-window/admin/ai-users/generate", {
  auth: "super_admin",
  operationId: "generateWorkoutAiUsers",
  summary: "Generate synthetic users",
  description: "Creates accounts that nobody can sign in as, each with profile, window and " +
    "location. They take part in chains, mosaics and battles, and check in with their " +
    "probability. Parts of `config` replace the default distribution; each share of the users " +
    "is as large as its weight, within one user.",
  body: json(
    z.object({ count: z.int().min(1).max(1000), config: Config.optional() })
      .openapi({ example: { count: 10, config: { check_in_probability: 0.9, seed: "spring" } } }),
  ),
  answer: ok(
    "The created users, and how many could not be created",
    z.object({
      created: z.int().openapi({ example: 10 }),
      failed: z.int().openapi({ example: 0 }),
      users: z.array(AiUser),
      errors: z.array(z.string()).openapi({ example: [] }),
    }),
  ),
}, async ({ db, body }) => {
  const { count, config: { seed = crypto.randomUUID(), ...given } = {} } = body;
  const config = { ...defaultDistribution, ...given };
  const planned = planAiUsers(count, String(seed), config);
  const users: z.infer<typeof AiUser>[] = [];
  const errors: string[] = [];
  for (let from = 0; from < count; from += BATCH) {
    const p_users = planned.slice(from, from + BATCH);
    try {
      const created = await db.rpc("create_ai_users", {
        p_users,
        p_seed: String(seed),
        p_config: config,
      });
      users.push(...must(shaped(z.array(AiUser), created)));
    } catch (error) {
      // A refusal concerns every batch.
      if (error instanceof HttpError && error.status < 500) throw error;
      log("error", "synthetic users were not created", { error: describeError(error) });
      errors.push(`users ${from + 1} to ${from + p_users.length}: could not be created`);
    }
  }
  generateInBackground(users.map(({ user_id }) => user_id));
  return { created: users.length, failed: count - users.length, users, errors };
});

routes.list("/workout-window/admin/ai-users", {
  auth: "super_admin",
  operationId: "listWorkoutAiUsers",
  summary: "List synthetic users, newest first",
  items: { ai_users: AiUser },
  order: newestFirst,
}, ({ db, seek }) =>
  seek(
    db.from("workout_window_ai_users")
      .select(`*, profile:profile_cards(${f.cardColumns})`),
  ), (row) => ({ ...row, profile: { ...row.profile, is_ai: true } }));

routes.add("DELETE /workout-window/admin/ai-users/{id}", {
  auth: "super_admin",
  operationId: "deleteWorkoutAiUser",
  summary: "Delete a synthetic user and everything of theirs",
  answer: done("AI user deleted"),
  notFound,
}, async ({ db, params }) => {
  must(await db.rpc("delete_ai_user", { p_id: params.id }));
});

routes.add("PUT /workout-window/admin/ai-users/{id}/toggle", {
  auth: "super_admin",
  operationId: "toggleWorkoutAiUser",
  summary: "Activate or deactivate a synthetic user",
  description: "An inactive one keeps the places of the past, gets none in new chains, and does " +
    "not check in.",
  body: json(z.object({ isActive: z.boolean() }).openapi({ example: { isActive: false } })),
  answer: ok(
    "The synthetic user",
    z.object({ ai_user: AiUser }),
    { ai_user: { is_active: false } },
  ),
  notFound,
}, async ({ db, params, body }) => {
  const changed = await db.rpc("set_ai_user_active", {
    p_id: params.id,
    p_is_active: body.isActive,
  });
  const ai_user = must(shaped(AiUser, changed));
  generateInBackground([ai_user.user_id]);
  return { ai_user };
});
