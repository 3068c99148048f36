import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";
import { version, writtenAt } from "../../shared/fields/client-made.ts";

export const goalStatus = z.enum(["active", "paused", "completed", "abandoned"])
  .openapi("GoalStatus");
export const checkInStatus = z.enum(["completed", "partial", "missed"])
  .openapi("GoalCheckInStatus");

/** The fields of a goal, wherever it is shown. */
export const goalColumns = {
  id: f.uuid,
  user_id: f.uuid,
  title: z.string().openapi({ example: "Run a half marathon" }),
  description: z.string().openapi({ example: "Three runs a week until spring" }),
  target_date: f.date.nullable(),
  status: goalStatus,
  completed_at: f.timestamp.nullable().openapi({
    description: "When the goal was completed; null for any other status.",
    example: null,
  }),
  version,
  written_at: writtenAt,
  created_at: f.timestamp,
  updated_at: f.timestamp,
};

export const CheckIn = z.object({
  id: f.uuid,
  goal_id: f.uuid,
  user_id: f.uuid,
  status: checkInStatus,
  notes: z.string().openapi({ example: "5 km before breakfast" }),
  written_at: writtenAt,
  created_at: f.timestamp,
}).openapi("GoalCheckIn");
