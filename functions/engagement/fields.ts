/** Entries about satisfaction, actions and sleep, as their owner sees them. */
import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";
import { writtenAt } from "../../shared/fields/client-made.ts";

const row = { id: f.uuid, user_id: f.uuid, written_at: writtenAt, created_at: f.timestamp };

export const SatisfactionEntry = z.object({
  ...row,
  score: z.int().openapi({ example: 8 }),
  note: z.string().openapi({ example: "A quiet day" }),
}).openapi("SatisfactionEntry");

export const ActionNote = z.object({
  ...row,
  content: z.string().openapi({ example: "Called my sister" }),
}).openapi("ActionNote");

export const SleepEntry = z.object({
  ...row,
  date: f.date.openapi({ example: "2026-11-21" }),
  hours: z.number().openapi({ example: 7.5 }),
  quality: z.int().openapi({ example: 4 }),
}).openapi("SleepEntry");
