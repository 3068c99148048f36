import { deletedBefore, quotaReached } from "../../shared/fields/client-made.ts";
import { lastWrittenFirst } from "../../shared/fields/pages.ts";
import { createdOnce, done, f, found, json, ok, part, z } from "../../shared/http/declare.ts";
import { checkIn, checkInColumns, checkInFields, newCheckIn, toRow } from "./checking-in.ts";
import { CheckIn } from "./fields.ts";

/** The routes below `/goals/{id}/check-ins`. */
export const routes = part();

routes.list("/goals/{id}/check-ins", {
  scope: "goals",
  operationId: "listGoalCheckIns",
  summary: "List the check-ins of a goal, newest first",
  notFound: "Goal",
  items: { check_ins: CheckIn },
  order: lastWrittenFirst,
}, async ({ db, params: { id }, seek }) => {
  const goal = await db.from("goals").select("user_id").eq("id", id).maybeSingle();
  // The index begins with goal and owner.
  return await seek(
    db.from("goal_check_ins").select(checkInColumns)
      .eq("goal_id", id).eq("user_id", found(goal, "Goal").user_id),
  );
});

routes.add("POST /goals/{id}/check-ins", {
  scope: "goals",
  operationId: "createGoalCheckIn",
  summary: "Record a check-in of a goal",
  description: "Any number of check-ins is possible. The status of the goal does not change. The " +
    "answer has the status that the amounts of its date give; the other check-ins of the date get " +
    "it too.",
  body: json(newCheckIn),
  notFound: "Goal",
  answer: createdOnce("The new check-in", z.object({ check_in: CheckIn })),
  refusals: { ...deletedBefore, ...quotaReached },
}, async ({ db, caller, params, body }) => {
  const [check_in, isNew] = await checkIn(db, caller.id, { ...body, goal_id: params.id });
  return { body: { check_in }, isNew };
});

routes.add("PUT /goals/{id}/check-ins/{checkInId}", {
  scope: "goals",
  operationId: "updateGoalCheckIn",
  summary: "Update a check-in",
  description: "Changes the given fields only.",
  body: json(f.partial(checkInFields)),
  notFound: ["Goal", "Check-in"],
  answer: ok("The updated check-in", z.object({ check_in: CheckIn })),
  refusals: {
    409: {
      description: "The date has as many amounts of the goal as the quota allows.",
      codes: ["quota_reached"],
      example: "amount: at most 500 of a goal and a date",
    },
  },
}, async ({ db, params: { id, checkInId }, body }) => {
  const row = await db.from("goal_check_ins").update(toRow(body))
    .eq("goal_id", id).eq("id", checkInId).select(checkInColumns).maybeSingle();
  return { check_in: found(row, "Check-in") };
});

routes.add("DELETE /goals/{id}/check-ins/{checkInId}", {
  scope: "goals",
  operationId: "deleteGoalCheckIn",
  summary: "Delete a check-in",
  notFound: ["Goal", "Check-in"],
  answer: done("Check-in deleted"),
}, async ({ db, params: { id, checkInId } }) => {
  const row = await db.from("goal_check_ins").delete()
    .eq("goal_id", id).eq("id", checkInId).select("id").maybeSingle();
  found(row, "Check-in");
});
