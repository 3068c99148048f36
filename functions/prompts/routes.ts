import { ok, part } from "../../shared/http/declare.ts";
import { readPrompt, Today } from "./today.ts";

export const routes = part();

routes.add("GET /prompts/today", {
  scope: "journal",
  operationId: "getPromptOfToday",
  summary: "Get the caller's prompt of the day",
  description: "The same all day in the time zone of the profile, and another each day until all " +
    "were shown. In the language of the profile if it has 30 active prompts, otherwise in English.",
  answer: ok("The prompt", Today),
}, ({ db }) => readPrompt(db));
