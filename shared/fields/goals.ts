import { z } from "@hono/zod-openapi";

export const goalStatus = z.enum(["active", "paused", "completed", "abandoned"])
  .openapi("GoalStatus");
export const checkInStatus = z.enum(["completed", "partial", "missed"])
  .openapi("GoalCheckInStatus");
