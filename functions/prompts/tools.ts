/** The tool of the prompt of the day. */
import { z } from "@hono/zod-openapi";
import { tool } from "../../shared/http/tools.ts";
import { readPrompt, Today } from "./today.ts";

export const tools = [
  tool({
    name: "daily_prompt",
    title: "Prompt of the day",
    description: "Tells the question that the app asks the user today, to write about.",
    input: z.object({}),
    output: Today,
    scopes: ["journal:read"],
    reads: true,
    run: ({ db }) => readPrompt(db),
  }),
];
