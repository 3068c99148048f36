import { z } from "@hono/zod-openapi";
import { tone } from "../../shared/ai/fields.ts";

/** The private bucket of backgrounds. */
export const BACKGROUNDS = "entry-backgrounds";

/** A background of an entry, or of another text. */
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
