import { z } from "@hono/zod-openapi";
import { found, must } from "../../shared/database/results.ts";
import {
  date,
  description,
  idParam,
  message,
  partial,
  timestamp,
  title,
  uuid,
} from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { newestFirst, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { route } from "../../shared/http/route.ts";

export const routes = group("goals", "Accountability goals and their check-ins");

const goalStatus = z.enum(["active", "paused", "completed", "abandoned"]);
const checkInStatus = z.enum(["completed", "partial", "missed"]);

const CheckIn = z.object({
  id: uuid,
  goal_id: uuid,
  user_id: uuid,
  status: checkInStatus,
  notes: z.string().openapi({ example: "5 km before breakfast" }),
  created_at: timestamp,
}).openapi("GoalCheckIn");

const Goal = z.object({
  id: uuid,
  user_id: uuid,
  title: z.string().openapi({ example: "Run a half marathon" }),
  description: z.string().openapi({ example: "Three runs a week until spring" }),
  target_date: date.nullable(),
  status: goalStatus,
  completed_at: timestamp.nullable().openapi({
    description: "When the goal became completed; null while it is not.",
    example: null,
  }),
  created_at: timestamp,
  updated_at: timestamp,
}).openapi("Goal");

const GoalWithCheckIns = Goal.extend({ check_ins: z.array(CheckIn) }).openapi("GoalWithCheckIns");

const goalColumns =
  "id, user_id, title, description, target_date, status, completed_at, created_at, updated_at";
const checkInColumns = "id, goal_id, user_id, status, notes, created_at";

/** How many check-ins a goal is answered with, the newest ones. */
const CHECK_INS = 1000;

/** Null is the same as nothing said. */
const words = description.nullable().transform((value) => value ?? "");

const fields = z.object({
  title: title.openapi({ example: "Run a half marathon" }),
  description: words.optional().openapi({ example: "Three runs a week until spring" }),
  target_date: date.nullable().optional().openapi({ description: "null for none." }),
});

routes.openapi(
  route({
    method: "get",
    path: "/goals",
    auth: "user",
    operationId: "listGoals",
    summary: "The caller's goals, newest first",
    query: pageQuery.extend({
      status: goalStatus.optional().openapi({ description: "Only goals with this status." }),
    }),
    answer: { description: "One page of goals", schema: pageOf("goals", Goal) },
  }),
  async (c) => {
    const { limit, cursor, status } = c.req.valid("query");
    // A super admin sees everyone's goals; this list is the caller's own.
    let query = c.var.db.from("goals").select(goalColumns).eq("user_id", c.var.caller.id);
    if (status) query = query.eq("status", status);
    const rows = must(await newestFirst.apply(query, { limit, cursor }));
    return c.json(newestFirst.page("goals", rows, limit), 200);
  },
);

routes.openapi(
  route({
    method: "get",
    path: "/goals/{id}",
    auth: "user",
    operationId: "getGoal",
    summary: "One goal with its check-ins",
    description: `The check-ins are the newest ${CHECK_INS}, newest first. Goals are their ` +
      "owner's alone; super admins may read them.",
    params: idParam,
    answer: {
      description: "The goal",
      schema: z.object({ goal: GoalWithCheckIns }),
    },
  }),
  async (c) => {
    const row = await c.var.db.from("goals")
      .select(`${goalColumns}, check_ins:goal_check_ins(${checkInColumns})`)
      .eq("id", c.req.valid("param").id)
      .order("created_at", { referencedTable: "check_ins", ascending: false })
      .order("id", { referencedTable: "check_ins", ascending: false })
      .limit(CHECK_INS, { referencedTable: "check_ins" })
      .maybeSingle();
    return c.json({ goal: found(row, "Goal") }, 200);
  },
);

routes.openapi(
  route({
    method: "post",
    path: "/goals",
    auth: "user",
    operationId: "createGoal",
    summary: "Creates a goal",
    description: "It begins as `active`.",
    body: fields,
    answer: { status: 201, description: "The goal", schema: z.object({ goal: Goal }) },
  }),
  async (c) => {
    const row = await c.var.db.from("goals").insert(c.req.valid("json"))
      .select(goalColumns).single();
    return c.json({ goal: must(row) }, 201);
  },
);

routes.openapi(
  route({
    method: "put",
    path: "/goals/{id}",
    auth: "user",
    operationId: "updateGoal",
    summary: "Changes a goal",
    description: "Only the fields that are sent change. Any status may follow any other; " +
      "`completed` sets `completed_at`, leaving it clears it.",
    params: idParam,
    body: partial(fields.extend({ status: goalStatus })).openapi({
      example: { status: "completed" },
    }),
    answer: { description: "The goal after it", schema: z.object({ goal: Goal }) },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const row = await c.var.db.from("goals").update(c.req.valid("json")).eq("id", id)
      .select(goalColumns).maybeSingle();
    return c.json({ goal: found(row, "Goal") }, 200);
  },
);

routes.openapi(
  route({
    method: "delete",
    path: "/goals/{id}",
    auth: "user",
    operationId: "deleteGoal",
    summary: "Deletes a goal and its check-ins",
    params: idParam,
    answer: { description: "It is gone", schema: message, example: { message: "Goal deleted" } },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    found(await c.var.db.from("goals").delete().eq("id", id).select("id").maybeSingle(), "Goal");
    return c.json({ message: "Goal deleted" }, 200);
  },
);

routes.openapi(
  route({
    method: "post",
    path: "/goals/{id}/check-ins",
    auth: "user",
    operationId: "createGoalCheckIn",
    summary: "Records how it went with a goal",
    description: "As often as the user likes; the status of the goal stays as it is.",
    params: idParam,
    body: z.object({
      status: checkInStatus,
      notes: words.optional().openapi({ example: "5 km before breakfast" }),
    }),
    answer: { status: 201, description: "The check-in", schema: z.object({ check_in: CheckIn }) },
  }),
  async (c) => {
    const checkIn = { ...c.req.valid("json"), goal_id: c.req.valid("param").id };
    const row = await c.var.db.from("goal_check_ins").insert(checkIn)
      .select(checkInColumns).single();
    const messages = { goal_check_ins_goal_fkey: "Goal not found" };
    return c.json({ check_in: must(row, messages) }, 201);
  },
);
