import { z } from "@hono/zod-openapi";
import { date, timestamp, uuid } from "../../shared/fields/basic.ts";
import { version, writtenAt } from "../../shared/fields/client-made.ts";

export const goalStatus = z.enum(["active", "paused", "completed", "abandoned"])
  .openapi("GoalStatus");
export const checkInStatus = z.enum(["completed", "partial", "missed"])
  .openapi("GoalCheckInStatus");

/** What a goal is, wherever it is shown. */
export const goalColumns = {
  id: uuid,
  user_id: uuid,
  title: z.string().openapi({ example: "Run a half marathon" }),
  description: z.string().openapi({ example: "Three runs a week until spring" }),
  target_date: date.nullable(),
  status: goalStatus,
  completed_at: timestamp.nullable().openapi({
    description: "When the goal was completed; null for any other status.",
    example: null,
  }),
  version,
  written_at: writtenAt,
  created_at: timestamp,
  updated_at: timestamp,
};

export const CheckIn = z.object({
  id: uuid,
  goal_id: uuid,
  user_id: uuid,
  status: checkInStatus,
  notes: z.string().openapi({ example: "5 km before breakfast" }),
  written_at: writtenAt,
  created_at: timestamp,
}).openapi("GoalCheckIn");
