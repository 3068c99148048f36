/** The creation of goals, by the route and by the tool. */
import type { Db } from "../../shared/database/clients.ts";
import { insertedOnce } from "../../shared/database/inserted.ts";
import * as f from "../../shared/fields/basic.ts";
import { clientMade } from "../../shared/fields/client-made.ts";
import { found, z } from "../../shared/http/declare.ts";
import { measure, schedule } from "./fields.ts";

/** The fields of a goal that its owner writes. */
export const goalFields = z.object({
  title: f.title.openapi({ example: "Run a half marathon" }),
  description: f.optionalText.openapi({ example: "Three runs a week until spring" }),
  target_date: f.date.nullable().optional().openapi({ description: "Null for no date." }),
  schedule: schedule.nullable().optional().openapi({
    description:
      "The days on which the goal is due; null for every day. A change holds from today, " +
      "a number of days from the next Monday; between days and weeks the streak begins anew with " +
      "the present week.",
    example: null,
  }),
  measure: measure.nullable().optional().openapi({
    description:
      "The unit and the target of the amounts of check-ins; null for no amounts. A change derives the " +
      "statuses of today anew.",
    example: null,
  }),
});

export const newGoal = goalFields.extend(clientMade);

/** A goal with its latest check-in. @throws {HttpError} 404 */
export async function readGoal(db: Db, id: string) {
  return found(await db.from("goal_cards").select().eq("id", id).maybeSingle(), "Goal");
}

/**
 * Creates a goal as its owner, once for each id. Answers whether this call has created it.
 *
 * @throws {HttpError} the refusals of `POST /goals`
 */
export async function createGoal(db: Db, userId: string, sent: z.output<typeof newGoal>) {
  const row = await db.from("goals").insert(sent).select("id").single();
  const stored = () =>
    db.from("goals").select("id").eq("id", sent.id!).eq("user_id", userId).maybeSingle();
  const [{ id }, isNew] = await insertedOnce("goals", row, stored);
  return [await readGoal(db, id), isNew] as const;
}
