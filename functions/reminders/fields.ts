import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";
import { writtenAt } from "../../shared/fields/client-made.ts";

export const reminderKind = z.enum(["journal", "goal"]).openapi("ReminderKind");

/** When somebody wants to be reminded. */
export const reminderTimes = {
  local_time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "expected HH:MM").openapi({
    description: "In the time zone of the profile. A time that the clock skips comes right after " +
      "the gap; a time that comes twice counts once, the first time.",
    example: "20:30",
  }),
  days: z.array(z.int().min(1).max(7)).min(1).max(7)
    .refine((days) => new Set(days).size === days.length, {
      error: "expected each day once",
      params: { code: "invalid_value" },
    })
    .transform((days) => days.toSorted())
    .openapi({ description: "Days of the week; Monday is 1.", example: [1, 2, 3, 4, 5] }),
};

export const Reminder = z.object({
  id: f.uuid,
  user_id: f.uuid,
  kind: reminderKind,
  goal_id: f.uuid.nullable().openapi({ example: null }),
  local_time: z.string().openapi({ example: "20:30" }),
  days: z.array(z.int()).openapi({ example: [1, 2, 3, 4, 5] }),
  written_at: writtenAt,
  created_at: f.timestamp,
  updated_at: f.timestamp,
}).openapi("Reminder");
