import { z } from "@hono/zod-openapi";

const Kind = z.object({
  tokens: z.int().openapi({ description: "Input and output together.", example: 1300 }),
  images: z.int().openapi({ description: "Images that were made.", example: 0 }),
  cost_usd: z.number().openapi({ example: 0.00033 }),
}).openapi("UsageOfAKind");

/** What AI calls of a calendar month (UTC) came to; `private.months_of_usage` in the database. */
export const MonthlyUsage = z.object({
  total_tokens: z.int().openapi({ example: 5200 }),
  total_cost_usd: z.number().openapi({ example: 0.00132 }),
  calls: z.int().openapi({ example: 9 }),
  tone: Kind.openapi({ description: "Tone analysis, automatic moods included." }),
  images: Kind.openapi({ description: "Backgrounds of entries." }),
  packs: Kind.openapi({ description: "Images of tone packs." }),
  other: Kind.openapi({ description: "Note analysis, daily drops and chat." }),
}).openapi("MonthlyUsage");
