import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";
import { version, writtenAt } from "../../shared/fields/client-made.ts";

export const goalStatus = z.enum(["active", "paused", "completed", "abandoned"])
  .openapi("GoalStatus");
export const checkInStatus = z.enum(["completed", "partial", "missed"])
  .openapi("GoalCheckInStatus");

const weekdays = z.literal("weekdays");
const weekly = z.literal("weekly");
const direction = z.enum(["at_least", "at_most"]).openapi("GoalDirection");
const days = z.array(z.int().min(1).max(7)).min(1).max(7);

/** The days on which a goal is due. */
export const schedule = z.discriminatedUnion("kind", [
  z.object({
    kind: weekdays,
    days: days.refine((given) => new Set(given).size === given.length, {
      error: "expected each day once",
      params: { code: "invalid_value" },
    }).transform((given) => given.toSorted()),
  }),
  z.object({ kind: weekly, times: z.int().min(1).max(7) }),
]);

/** The unit and the target of the amounts of a day. */
export const measure = z.object({
  unit: f.text(1, 20),
  target: z.number().positive().max(1_000_000_000),
  direction,
});

const Schedule = z.union([
  z.object({ kind: weekdays, days }),
  z.object({ kind: weekly, times: z.int() }),
]).openapi("GoalSchedule", {
  description: "`weekdays`: the days of the week on which the goal is due; Monday is 1. " +
    "`weekly`: on how many days of each week, Monday to Sunday.",
  example: { kind: "weekly", times: 3 },
});

const Measure = z.object({ unit: z.string(), target: z.number(), direction })
  .openapi("GoalMeasure", {
    description: "The amounts of a date add up: `at_least` the target, or `at_most`.",
    example: { unit: "glasses", target: 8, direction: "at_least" },
  });

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
  schedule: z.union([Schedule, z.null()]).openapi({
    description: "Null: the goal is due every day.",
    example: null,
  }),
  measure: z.union([Measure, z.null()]).openapi({
    description: "Null: its check-ins have no amounts.",
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
  amount: z.number().nullable().openapi({
    description: "In the unit of the goal's measure; null for none.",
    example: null,
  }),
  written_at: writtenAt,
  created_at: f.timestamp,
}).openapi("GoalCheckIn");
