import { z } from "@hono/zod-openapi";
import type { Db } from "../../shared/database/clients.ts";
import { must, shaped } from "../../shared/database/results.ts";
import * as f from "../../shared/fields/basic.ts";

const sentiment = z.enum(["positive", "neutral", "negative"]).openapi("Sentiment");
const tone = z.union([sentiment, z.null()]).openapi({
  description: "The sentiment of a mood that is a tone; null for any other.",
});
const count = z.int().openapi({ example: 3 });
const share = z.number().openapi({ description: "0 to 1.", example: 0.75 });
const counts = (length: number) => z.array(z.int()).length(length);

const Day = z.object({
  date: f.date,
  entries: count,
  words: z.int().openapi({
    description: "The number of words in titles and contents.",
    example: 412,
  }),
  mood: z.string().nullable().openapi({
    description: "The most frequent one, the latest of equals, in lower case.",
    example: "grateful",
  }),
  tone,
  satisfaction: z.number().nullable().openapi({ description: "The mean.", example: 7.5 }),
  sleep_hours: z.number().nullable().openapi({ description: "The mean.", example: 7.25 }),
  goals: z.object({ completed: count, partial: count, missed: count }),
}).openapi("InsightsDay");

const Together = z.object({
  with: z.object({
    kind: z.enum(["tag", "goal", "sleep", "weekday"]),
    value: z.union([z.string(), z.number()]).openapi({
      description:
        "The tag, the id of the goal, hours of sleep or more, the weekday (Monday is 1).",
      example: "running",
    }),
  }),
  days: z.int().openapi({ description: "Days with it.", example: 12 }),
  positive_share: share,
  otherwise: share.openapi({ description: "The share of the days without it." }),
}).openapi("InsightsTogether");

/** The summary of the entries, check-ins, satisfaction and sleep of some days. */
export const Insights = z.object({
  from: f.date,
  to: f.date,
  timezone: z.string().openapi({ example: "Europe/Madrid" }),
  days: z.array(Day).openapi({ description: "Days with something, oldest first." }),
  moods: z.array(z.object({ mood: z.string().openapi({ example: "grateful" }), tone, count }))
    .openapi({ description: "The 20 most frequent ones, whatever their case, in lower case." }),
  tags: z.array(z.object({ tag: z.string().openapi({ example: "running" }), count }))
    .openapi({ description: "The 20 most frequent ones, whatever their case, in lower case." }),
  totals: z.object({
    entries: count,
    words: count,
    days: count.openapi({ description: "Days with an entry." }),
    goals_completed: count.openapi({ description: "Check-ins `completed`." }),
  }),
  weekdays: counts(7).openapi({
    description: "Entries by weekday, Monday first.",
    example: [3, 2, 4, 1, 0, 2, 5],
  }),
  hours: counts(24).openapi({
    description: "Entries by local hour.",
    example: Array.from({ length: 24 }, (_, hour) => hour % 5),
  }),
  together: z.array(Together).openapi({
    description: "Where days with a tone are more or less often positive than others; at least " +
      "five days on each side, the largest difference first, ten at most.",
  }),
}).openapi("Insights");

/** The days that insights are about. */
export const period = z.object({
  from: f.date.optional().openapi({
    description: "The first day; default 29 days before `to`. At most 366 days.",
    example: "2026-11-01",
  }),
  to: f.date.optional().openapi({
    description: "The last day; default today.",
    example: "2026-11-30",
  }),
});

/** The caller's insights. */
export const readInsights = async (db: Db, { from, to }: z.output<typeof period>) =>
  must(shaped(Insights, await db.rpc("my_insights", { p_from: from, p_to: to })));
