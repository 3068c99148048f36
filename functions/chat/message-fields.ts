import { z } from "@hono/zod-openapi";
import { timestamp, uuid } from "../../shared/fields/basic.ts";

export const Message = z.object({
  id: uuid,
  role: z.enum(["user", "assistant"]).openapi("ChatRole", { example: "assistant" }),
  content: z.string().openapi({ example: "What made the morning good?" }),
  incomplete: z.boolean().openapi({
    description: "True for an answer that was cut off: by its length, the provider or a closed " +
      "connection.",
    example: false,
  }),
  created_at: timestamp,
}).openapi("ChatMessage");
export type Message = z.infer<typeof Message>;
