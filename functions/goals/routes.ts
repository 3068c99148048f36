import { deletedBefore, quotaReached } from "../../shared/fields/client-made.ts";
import { lastWrittenFirst } from "../../shared/fields/pages.ts";
import {
  createdOnce,
  done,
  f,
  found,
  json,
  must,
  ok,
  onlyIfMatch,
  part,
  refuseWrite,
  z,
} from "../../shared/http/declare.ts";
import { createGoal, goalFields, newGoal, readGoal } from "./creating.ts";
import { CheckIn, goalStatus } from "./fields.ts";
import { Goal, ownGoals } from "./goal.ts";

export const routes = part();

const GoalWithCheckIns = Goal.extend({ check_ins: z.array(CheckIn) }).openapi("GoalWithCheckIns");

routes.list("/goals", {
  scope: "goals",
  operationId: "listGoals",
  summary: "List the caller's goals, newest first",
  filters: {
    status: goalStatus.optional().openapi({ description: "Only goals with this status." }),
  },
  items: { goals: Goal },
  order: lastWrittenFirst,
}, ({ db, caller, filters: { status }, seek }) => seek(ownGoals(db, caller.id, status)));

routes.add("GET /goals/{id}", {
  scope: "goals",
  operationId: "getGoal",
  summary: "Get a goal with its check-ins",
  description:
    "Contains the newest 1000 check-ins, newest first. A goal is visible to its owner and to super admins.",
  versioned: true,
  notFound: "Goal",
  answer: ok("The goal", z.object({ goal: GoalWithCheckIns })),
}, async ({ db, params }) => {
  return { goal: found(await db.rpc("get_goal", { p_id: params.id }), "Goal") };
});

routes.add("POST /goals", {
  scope: "goals",
  operationId: "createGoal",
  summary: "Create a goal",
  description: "The new goal is `active`.",
  body: json(newGoal),
  answer: createdOnce("The new goal", z.object({ goal: Goal })),
  refusals: { ...deletedBefore, ...quotaReached },
}, async ({ db, caller, body: sent }) => {
  const [goal, isNew] = await createGoal(db, caller.id, sent);
  return { body: { goal }, isNew };
});

routes.add("PUT /goals/{id}", {
  scope: "goals",
  operationId: "updateGoal",
  summary: "Update a goal",
  description: "Changes the given fields only. Any status may follow any other; `completed` " +
    "sets `completed_at`, any other status clears it.",
  versioned: true,
  body: json(
    f.partial(goalFields.extend({ status: goalStatus })).openapi({ example: { status: "paused" } }),
  ),
  notFound: "Goal",
  answer: ok("The updated goal", z.object({ goal: Goal })),
}, async ({ c, db, params: { id }, body }) => {
  const change = db.from("goals").update(body).eq("id", id);
  const changed = must(await onlyIfMatch(c, change).select("id").maybeSingle());
  if (!changed) await refuseWrite(c.var, "goals", { id, what: "Goal" });
  return { goal: await readGoal(db, id) };
});

routes.add("DELETE /goals/{id}", {
  scope: "goals",
  operationId: "deleteGoal",
  summary: "Delete a goal and its check-ins",
  versioned: true,
  notFound: "Goal",
  answer: done("Goal deleted"),
}, async ({ c, db, params: { id } }) => {
  const deletion = db.from("goals").delete().eq("id", id);
  if (!must(await onlyIfMatch(c, deletion).select("id").maybeSingle())) {
    await refuseWrite(c.var, "goals", { id, what: "Goal" });
  }
});
