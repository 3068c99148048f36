import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";

/** A mention in the content of an entry. */
export const Mention = z.object({
  kind: z.enum(["user", "tag"]).openapi("MentionKind", { description: "`@handle` or `#tag`." }),
  text: z.string().openapi({
    description: "The mention as written, including its sign.",
    example: "@ben",
  }),
  user_id: f.uuid.nullable().openapi({
    description: "The user with this handle; null when there is none.",
  }),
  start: z.int().openapi({
    description: "Start of the mention in the content, in UTF-16 units.",
    example: 25,
  }),
  end: z.int().openapi({
    description: "End of the mention: `content.slice(start, end)` is `text`.",
    example: 29,
  }),
}).openapi("Mention");

/** A template of entries. */
export const EntryTemplate = z.object({
  id: f.uuid,
  name: z.string().openapi({ example: "Three good things" }),
  title: z.string().openapi({ example: "Three good things, {{date}}" }),
  content: z.string().openapi({ example: "1. \n2. \n3. " }),
  tags: z.array(z.string().openapi({ example: "evening" })),
  notebook_id: f.uuid.nullable().openapi({ example: null }),
  is_shared: z.boolean().openapi({
    description: "True for a template that comes with the service.",
    example: false,
  }),
  created_at: f.timestamp,
  updated_at: f.timestamp,
}).openapi("EntryTemplate");

const source = z.enum(["author", "analysis"]).openapi("MoodSource");

/** The origin of an entry's mood. */
export const moodSource = z.union([source, z.null()]).openapi({
  description: "`author`, or `analysis` when the service has found the mood in the content; null " +
    "without a mood.",
  example: "author",
});
