import { z } from "@hono/zod-openapi";
import * as f from "./basic.ts";

/** What every imported entry has, whatever it is read from. */
export const importedEntry = z.object({
  title: f.title,
  content: f.text(0, 100_000),
  mood: f.text(1, 50).nullish(),
  tags: z.array(f.text(1, 50)).max(20).nullish(),
});
