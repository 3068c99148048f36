import { z } from "@hono/zod-openapi";
import type { Db } from "../../shared/database/clients.ts";
import { insertedOnce } from "../../shared/database/inserted.ts";
import * as f from "../../shared/fields/basic.ts";
import { clientMade } from "../../shared/fields/client-made.ts";
import { checkInStatus } from "./fields.ts";

export const checkInColumns = "id, goal_id, user_id, status, notes, written_at, created_at";

/** The fields of a check-in that the owner of the goal writes. */
export const checkInFields = z.object({
  status: checkInStatus,
  notes: f.optionalText.openapi({ example: "5 km before breakfast" }),
});

/** The fields of a new check-in. */
export const newCheckIn = checkInFields.extend(clientMade);

/** Records a check-in, under its own id if it has one. Returns its row, and whether it is new. */
export async function checkIn(
  db: Db,
  ownerId: string,
  sent: z.output<typeof newCheckIn> & { goal_id: string },
) {
  const row = await db.from("goal_check_ins").insert(sent).select(checkInColumns).single();
  const stored = () =>
    db.from("goal_check_ins").select(checkInColumns).eq("id", sent.id!)
      .eq("goal_id", sent.goal_id).eq("user_id", ownerId).maybeSingle();
  const messages = { goal_check_ins_goal_fkey: "Goal not found" };
  return await insertedOnce("goal_check_ins", row, stored, messages);
}
