import { z } from "@hono/zod-openapi";
import type { Db } from "../../shared/database/clients.ts";
import { CheckIn, goalColumns, type goalStatus } from "./fields.ts";

/** A goal with its latest check-in. */
export const Goal = z.object({
  ...goalColumns,
  last_check_in: z.union([CheckIn.pick({ status: true, created_at: true }), z.null()]).openapi({
    description: "The newest check-in; null when there is none.",
    example: null,
  }),
  check_in_count: z.int().openapi({ example: 0 }),
}).openapi("Goal");

/** The goals of one user, for a page: a super admin sees everyone's. */
export function ownGoals(db: Db, userId: string, status?: z.output<typeof goalStatus>) {
  const query = db.from("goal_cards").select().eq("user_id", userId);
  return status ? query.eq("status", status) : query;
}
