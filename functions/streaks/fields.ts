import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";

/** A streak: in the journal, or in a goal. */
export const streakFields = {
  current: z.int().openapi({
    description: "Days, or full weeks, in a row that count; 0 when the streak is over.",
    example: 12,
  }),
  longest: z.int().openapi({ example: 30 }),
  last_day: f.date.nullable().openapi({
    description: "The last day that counts; null before the first one.",
    example: "2026-11-21",
  }),
  at_risk: z.boolean().openapi({
    description: "True when the streak ends today unless something is written; of weeks, when no " +
      "more days of this one are left than it needs.",
    example: true,
  }),
};

/** The unit in which the streak of a goal counts. */
export const streakUnit = z.enum(["day", "week"]).openapi("StreakUnit", {
  description: "`week` for a goal that is due on a number of days of each week.",
});
