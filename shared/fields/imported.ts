import { z } from "@hono/zod-openapi";
import { text, title } from "./basic.ts";

/** What every imported entry has, whatever it is read from. */
export const importedEntry = z.object({
  title,
  content: text(0, 100_000),
  mood: text(1, 50).nullish(),
  tags: z.array(text(1, 50)).max(20).nullish(),
});
