import { f, must, ok, part, z } from "../../shared/http/declare.ts";

export const routes = part();

const Prompt = z.object({
  id: f.uuid,
  text: z.string().openapi({ example: "Which hour of today would you keep?" }),
}).openapi("Prompt");

const Today = z.object({
  prompt: z.union([Prompt, z.null()]).openapi({ description: "Null when no prompt is active." }),
});

routes.add("GET /prompts/today", {
  scope: "journal",
  operationId: "getPromptOfToday",
  summary: "Get the caller's prompt of the day",
  description: "The same all day in the time zone of the profile, and another each day until all " +
    "were shown. In the language of the profile if it has 30 active prompts, else in English.",
  answer: ok("The prompt", Today),
}, async ({ db }) => ({
  prompt: must<z.infer<typeof Prompt> | null>(await db.rpc("prompt_of_today")),
}));
