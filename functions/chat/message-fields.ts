import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";
import { ErrorBody } from "../../shared/http/refusals.ts";

export const Message = z.object({
  id: f.uuid,
  role: z.enum(["user", "assistant"]).openapi("ChatRole", { example: "assistant" }),
  content: z.string().openapi({ example: "What made the morning good?" }),
  incomplete: z.boolean().openapi({
    description: "True for an answer that was cut off: by its length, the provider or a closed " +
      "connection.",
    example: false,
  }),
  created_at: f.timestamp,
}).openapi("ChatMessage");
export type Message = z.infer<typeof Message>;

export const ChatEvent = z.union([
  z.object({
    delta: z.string().openapi({ description: "A piece of the text.", example: "What made " }),
  }),
  z.object({ done: z.literal(true), message: Message }),
  ErrorBody.pick({ error: true, code: true }),
]).openapi("ChatEvent", {
  description:
    "The data of a server-sent event: a piece of the answer, and at the end the stored " +
    "message, or why the answer breaks off.",
});
export type ChatEvent = z.infer<typeof ChatEvent>;
