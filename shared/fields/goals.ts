import { z } from "@hono/zod-openapi";
import { timestamp, uuid } from "./basic.ts";
import { writtenAt } from "./client-made.ts";

export const goalStatus = z.enum(["active", "paused", "completed", "abandoned"])
  .openapi("GoalStatus");
export const checkInStatus = z.enum(["completed", "partial", "missed"])
  .openapi("GoalCheckInStatus");

export const CheckIn = z.object({
  id: uuid,
  goal_id: uuid,
  user_id: uuid,
  status: checkInStatus,
  notes: z.string().openapi({ example: "5 km before breakfast" }),
  written_at: writtenAt,
  created_at: timestamp,
}).openapi("GoalCheckIn");
