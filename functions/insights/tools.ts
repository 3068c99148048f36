/** The tool of insights. */
import { z } from "@hono/zod-openapi";
import { tool } from "../../shared/http/tools.ts";
import { Insights, period, readInsights } from "./insights.ts";

export const tools = [
  tool({
    name: "insights",
    title: "Insights",
    description: "Sums up some days of the user: entries and words, moods, tags, satisfaction, " +
      "sleep, check-ins, and what goes together with good days.",
    input: period,
    output: z.object({ insights: Insights }),
    scopes: ["journal:read"],
    reads: true,
    dated: true,
    run: async ({ db }, days) => ({ insights: await readInsights(db, days) }),
  }),
];
