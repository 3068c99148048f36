import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";
import { writtenAt } from "../../shared/fields/client-made.ts";
import { ErrorBody } from "../../shared/http/shared-refusals.ts";

export const Message = z.object({
  id: f.uuid,
  role: z.enum(["user", "assistant"]).openapi("ChatRole", { example: "assistant" }),
  content: z.string().openapi({
    description: "Markdown. In an answer, sentences end with the marks of the entries that they " +
      "stand on, such as `[1]`.",
    example: "You saw the first frost by the river [1].",
  }),
  incomplete: z.boolean().openapi({
    description: "True for an answer that was cut off: by its length, the provider or a closed " +
      "connection.",
    example: false,
  }),
  sources: z.array(
    z.object({
      mark: z.int().min(1).max(20).openapi({
        description: "The number of the entry in the content: `[1]` for 1.",
        example: 1,
      }),
      entry_id: f.uuid,
      title: z.string().openapi({ example: "First frost" }),
      written_at: writtenAt,
    }).openapi("ChatSource"),
  ).openapi({
    description: "The caller's entries that this answer cites, at most 20, in the order of their " +
      "marks; without entries that were deleted since, whose marks stay in the content. Empty " +
      "where an answer cites nothing.",
  }),
  created_at: f.timestamp,
}).openapi("ChatMessage");
export type Message = z.infer<typeof Message>;

export const ChatEvent = z.union([
  z.object({
    delta: z.string().openapi({ description: "A piece of the text.", example: "What made " }),
  }),
  z.object({
    tool: z.string().openapi({
      description: "The assistant looks something up, by the name of a tool.",
      example: "search_entries",
    }),
  }),
  z.object({ done: z.literal(true), message: Message }),
  ErrorBody.pick({ error: true, code: true }),
]).openapi("ChatEvent", {
  description:
    "The data of a server-sent event: a piece of the answer, or what the assistant looks up, and " +
    "at the end the stored message, or why the answer breaks off.",
});
export type ChatEvent = z.infer<typeof ChatEvent>;
