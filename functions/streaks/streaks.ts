import { z } from "@hono/zod-openapi";
import type { Db } from "../../shared/database/clients.ts";
import { must, shaped } from "../../shared/database/results.ts";
import * as f from "../../shared/fields/basic.ts";
import { streakFields, streakUnit } from "./fields.ts";

export const Freezes = z.object({
  held: z.int().openapi({ description: "At most two.", example: 1 }),
  price: z.int().openapi({ description: "The price of a freeze, in drops.", example: 10 }),
}).openapi("StreakFreezes");

export const Pause = z.object({
  since: f.date.openapi({ example: "2026-12-20" }),
  until: f.date.openapi({ description: "The last paused day.", example: "2027-01-06" }),
}).openapi("StreakPause");

export const Streaks = z.object({
  streaks: z.object({
    journal: z.object(streakFields).openapi({ description: "Days with an entry." }),
    goals: z.array(
      z.object({ goal_id: f.uuid, unit: streakUnit, ...streakFields }).openapi("GoalStreak"),
    ).openapi({
      description: "Days with a check-in `completed` or `partial`, for each goal of the caller, " +
        "the newest first. A schedule names the days that count, or counts weeks.",
    }),
  }),
  freezes: Freezes,
  pause: z.union([Pause, z.null()]).openapi({ description: "Null for none.", example: null }),
  calendar: z.object({
    frozen: z.array(f.date).openapi({
      description: "Days of the last 366 that a freeze covers, oldest first.",
      example: ["2026-11-03"],
    }),
    pauses: z.array(Pause).openapi({
      description: "The pauses that touch the last 366 days, oldest first, with the present one.",
    }),
  }),
}).openapi("Streaks");

/** The caller's streaks, as they stand now. */
export const readStreaks = async (db: Db) => must(shaped(Streaks, await db.rpc("my_streaks")));
