import { z } from "@hono/zod-openapi";

const source = z.enum(["author", "analysis"]).openapi("MoodSource");

/** Who set the mood of an entry. */
export const moodSource = z.union([source, z.null()]).openapi({
  description: "`author`, or `analysis` when the service has found the mood in the content; null " +
    "without a mood.",
  example: "author",
});
