import { z } from "@hono/zod-openapi";
import { insertedOnce } from "../../shared/database/inserted.ts";
import { found, must } from "../../shared/database/results.ts";
import { idParam, message, optionalText, partial, uuid } from "../../shared/fields/basic.ts";
import { clientMade, deletedBefore } from "../../shared/fields/client-made.ts";
import { CheckIn, checkInStatus } from "../../shared/fields/goals.ts";
import { lastWrittenFirst, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { createdOnce, ok } from "../../shared/http/answers.ts";
import { json } from "../../shared/http/bodies.ts";
import { part } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";

/** The routes below `/goals/{id}/check-ins`. */
export const checkIns = part();

export const checkInColumns = "id, goal_id, user_id, status, notes, written_at, created_at";

const fields = z.object({
  status: checkInStatus,
  notes: optionalText.openapi({ example: "5 km before breakfast" }),
});

const checkInParams = z.object({ id: uuid, checkInId: uuid });

checkIns.openapi(
  route({
    method: "get",
    path: "/goals/{id}/check-ins",
    auth: "user",
    operationId: "listGoalCheckIns",
    summary: "List the check-ins of a goal, newest first",
    params: idParam,
    query: pageQuery,
    answer: ok("A page of check-ins", pageOf("check_ins", CheckIn)),
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const { limit, cursor } = c.req.valid("query");
    const goal = await c.var.db.from("goals").select("user_id").eq("id", id).maybeSingle();
    // The index begins with goal and owner.
    const query = c.var.db.from("goal_check_ins").select(checkInColumns)
      .eq("goal_id", id).eq("user_id", found(goal, "Goal").user_id);
    const rows = must(await lastWrittenFirst.seek(query, { limit, cursor }));
    return c.json(lastWrittenFirst.page("check_ins", rows, limit), 200);
  },
);

checkIns.openapi(
  route({
    method: "post",
    path: "/goals/{id}/check-ins",
    auth: "user",
    operationId: "createGoalCheckIn",
    summary: "Record a check-in of a goal",
    description: "Any number of check-ins is possible. The status of the goal does not change.",
    params: idParam,
    body: json(fields.extend(clientMade)),
    answer: createdOnce("The new check-in", z.object({ check_in: CheckIn })),
    refusals: deletedBefore,
  }),
  async (c) => {
    const { db, caller } = c.var;
    const sent = { ...c.req.valid("json"), goal_id: c.req.valid("param").id };
    const row = await db.from("goal_check_ins").insert(sent).select(checkInColumns).single();
    const stored = () =>
      db.from("goal_check_ins").select(checkInColumns).eq("id", sent.id!)
        .eq("goal_id", sent.goal_id).eq("user_id", caller.id).maybeSingle();
    const messages = { goal_check_ins_goal_fkey: "Goal not found" };
    const [check_in, status] = await insertedOnce("goal_check_ins", row, stored, messages);
    return c.json({ check_in }, status);
  },
);

checkIns.openapi(
  route({
    method: "put",
    path: "/goals/{id}/check-ins/{checkInId}",
    auth: "user",
    operationId: "updateGoalCheckIn",
    summary: "Update a check-in",
    description: "Changes the given fields only.",
    params: checkInParams,
    body: json(partial(fields)),
    answer: ok("The updated check-in", z.object({ check_in: CheckIn })),
  }),
  async (c) => {
    const { id, checkInId } = c.req.valid("param");
    const row = await c.var.db.from("goal_check_ins").update(c.req.valid("json"))
      .eq("goal_id", id).eq("id", checkInId).select(checkInColumns).maybeSingle();
    return c.json({ check_in: found(row, "Check-in") }, 200);
  },
);

checkIns.openapi(
  route({
    method: "delete",
    path: "/goals/{id}/check-ins/{checkInId}",
    auth: "user",
    operationId: "deleteGoalCheckIn",
    summary: "Delete a check-in",
    params: checkInParams,
    answer: ok("The check-in was deleted", message, { message: "Check-in deleted" }),
  }),
  async (c) => {
    const { id, checkInId } = c.req.valid("param");
    const row = await c.var.db.from("goal_check_ins").delete()
      .eq("goal_id", id).eq("id", checkInId).select("id").maybeSingle();
    found(row, "Check-in");
    return c.json({ message: "Check-in deleted" }, 200);
  },
);
