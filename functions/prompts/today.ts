import { z } from "@hono/zod-openapi";
import type { Db } from "../../shared/database/clients.ts";
import { must, shaped } from "../../shared/database/results.ts";
import * as f from "../../shared/fields/basic.ts";

const Prompt = z.object({
  id: f.uuid,
  text: z.string().openapi({ example: "Which hour of today would you keep?" }),
}).openapi("Prompt");

export const Today = z.object({
  prompt: z.union([Prompt, z.null()]).openapi({ description: "Null when no prompt is active." }),
});

/** The caller's prompt of the day. */
export const readPrompt = async (db: Db) => ({
  prompt: must(shaped(Prompt.nullable(), await db.rpc("prompt_of_today"))),
});
