/** Fields of routes that several groups share. */
import { z } from "@hono/zod-openapi";
import { sentiments, tones } from "./tones.ts";

export const tone = z.enum(tones).openapi("Tone", { example: "joyful" });

export const sentiment = z.enum(sentiments).openapi("Sentiment");

export const imageQuality = z.enum(["standard", "hd"]).openapi("ImageQuality");

/** The refusals of a route that has a model read a text. */
export const aiRefusals = {
  400: {
    description: "The input is malformed, or the model declines the content.",
    codes: ["invalid_input", "content_declined"],
    example: "The AI provider declines to work on this text",
  },
  429: {
    description:
      "More than 60 AI calls within an hour, or the caller's AI calls or images of the day have " +
      "reached their limit.",
    codes: ["rate_limited", "daily_quota_reached"],
    example: "Your AI calls of today have reached their limit, try again tomorrow (UTC)",
  },
  503: {
    description:
      "AI is not configured, the AI calls of the day have used up the budget, or the AI " +
      "provider does not answer or sends no usable answer.",
    codes: ["unavailable", "not_configured", "ai_limit_reached"],
    example: "The AI provider does not answer",
  },
} as const;

/** The refusals of a route that has a model make images. */
export const imageRefusals = {
  ...aiRefusals,
  403: {
    description: "`hd` without a subscription, the account is blocked, or what gets the image " +
      "belongs to another user.",
    codes: ["subscription_needed", "forbidden"],
    example: "quality: hd is for subscribers, ask for standard",
  },
} as const;

const Kind = z.object({
  tokens: z.int().openapi({ description: "Input and output together.", example: 1300 }),
  images: z.int().openapi({ description: "Images that were made.", example: 0 }),
  cost_usd: z.number().openapi({ example: 0.00033 }),
}).openapi("UsageOfAKind");

/** The AI calls of a calendar month (UTC), summed up by `private.months_of_usage`. */
export const MonthlyUsage = z.object({
  total_tokens: z.int().openapi({ example: 5200 }),
  total_cost_usd: z.number().openapi({ example: 0.00132 }),
  calls: z.int().openapi({ example: 9 }),
  tone: Kind.openapi({ description: "Tone analysis, automatic moods included." }),
  images: Kind.openapi({ description: "Backgrounds of entries." }),
  packs: Kind.openapi({ description: "Images of tone packs." }),
  other: Kind.openapi({ description: "Note analysis, daily drops and chat." }),
}).openapi("MonthlyUsage");
