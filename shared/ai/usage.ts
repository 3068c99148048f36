import { z } from "@hono/zod-openapi";

const Kind = z.object({
  tokens: z.int().openapi({ description: "Input and output together." }),
  images: z.int().openapi({ description: "Images that were made." }),
  cost_usd: z.number(),
}).openapi("UsageOfAKind");

/** What AI calls of a calendar month (UTC) came to; `private.months_of_usage` in the database. */
export const MonthlyUsage = z.object({
  total_tokens: z.int(),
  total_cost_usd: z.number(),
  calls: z.int(),
  tone: Kind.openapi({ description: "Tone analysis, automatic moods included." }),
  images: Kind.openapi({ description: "Backgrounds of entries." }),
  packs: Kind.openapi({ description: "Images of tone packs." }),
  other: Kind.openapi({ description: "Note analysis, daily drops and chat." }),
}).openapi("MonthlyUsage");
export type MonthlyUsage = z.infer<typeof MonthlyUsage>;

const none = { tokens: 0, images: 0, cost_usd: 0 };

export const monthlyUsageExample: MonthlyUsage = {
  total_tokens: 5200,
  total_cost_usd: 0.04132,
  calls: 9,
  tone: { tokens: 5200, images: 0, cost_usd: 0.00132 },
  images: { tokens: 0, images: 1, cost_usd: 0.04 },
  packs: none,
  other: none,
};
