import { z } from "@hono/zod-openapi";
import { timestamp, uuid } from "../../shared/fields/basic.ts";
import { declineReason, submissionStatus } from "./moderation.ts";

export const Video = z.object({
  id: uuid,
  dream_id: uuid,
  url: z.string().openapi({ example: "https://vimeo.com/76979871" }),
  title: z.string().openapi({ example: "Winding the coil" }),
  submitted_by: uuid.nullable(),
  status: submissionStatus,
  is_featured: z.boolean().openapi({ example: false }),
  decline_reason: declineReason,
  created_at: timestamp,
}).openapi("DreamVideo");
