import { z } from "@hono/zod-openapi";
import type { Db } from "../../shared/database/clients.ts";
import { insertedOnce } from "../../shared/database/inserted.ts";
import * as f from "../../shared/fields/basic.ts";
import { clientMade } from "../../shared/fields/client-made.ts";
import { checkInStatus } from "./fields.ts";

export const checkInColumns = "id, goal_id, user_id, status, notes, amount, written_at, created_at";

/** The fields of a check-in that the owner of the goal writes. */
export const checkInFields = z.object({
  status: checkInStatus.nullable().optional().openapi({
    description: "Required without an `amount`. With one, null lets the amounts of the date give " +
      "the status: `at_least`, it is `completed` at the target, `partial` above 0, otherwise `missed`; " +
      "`at_most`, `completed` up to the target, otherwise `missed`. A status that is sent stays.",
    example: "completed",
  }),
  notes: f.optionalText.openapi({ example: "5 km before breakfast" }),
  amount: z.number().min(0).max(1_000_000)
    .refine((amount) => Number(amount.toFixed(2)) === amount, "expected at most 2 decimal places")
    .nullable().optional()
    .openapi({
      description: "In the unit of the goal's measure, without which it is refused. The amounts " +
        "of one date add up.",
      example: null,
    }),
});

/** As the table takes them: a trigger derives a status that is not sent. */
export const toRow = <T extends { status?: unknown }>(sent: T) =>
  sent as Omit<T, "status"> & { status: z.output<typeof checkInStatus> };

/** The fields of a new check-in. */
export const newCheckIn = checkInFields.extend(clientMade);

/** Records a check-in, under its own id if it has one. Returns its row, and whether it is new. */
export async function checkIn(
  db: Db,
  ownerId: string,
  sent: z.output<typeof newCheckIn> & { goal_id: string },
) {
  const row = await db.from("goal_check_ins").insert(toRow(sent)).select(checkInColumns).single();
  const stored = () =>
    db.from("goal_check_ins").select(checkInColumns).eq("id", sent.id!)
      .eq("goal_id", sent.goal_id).eq("user_id", ownerId).maybeSingle();
  const messages = { goal_check_ins_goal_fkey: "Goal not found" };
  return await insertedOnce("goal_check_ins", row, stored, messages);
}
