/** Fields of routes that several groups share. */
import { z } from "@hono/zod-openapi";
import { sentiments, tones } from "./tones.ts";

export const tone = z.enum(tones).openapi("Tone", { example: "joyful" });

export const sentiment = z.enum(sentiments).openapi("Sentiment");

export const imageQuality = z.enum(["standard", "hd"]).openapi("ImageQuality");

/** The refusals of a route that has a model read a text. */
export const aiRefusals = {
  400: "The input is malformed, or the model refuses the text (`content_declined`).",
  503: "AI is not configured (`not_configured`), or the AI provider does not answer or sends no " +
    "usable answer.",
} as const;

/** The private bucket of backgrounds. */
export const BACKGROUNDS = "entry-backgrounds";

/** A background of an entry, or of a text that is no entry. */
export const Background = z.object({
  url: z.url().openapi({
    description: "The address of the image (PNG, 1024 x 1024), valid for ten minutes.",
    example: "https://project.supabase.co/storage/v1/object/sign/entry-backgrounds/...",
  }),
  prompt: z.string().openapi({
    description: "The prompt of the image model.",
    example: "A soft, painterly background image: a still lake under lifting fog.",
  }),
  tone,
}).openapi("Background");

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
