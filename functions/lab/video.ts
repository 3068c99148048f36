import { z } from "@hono/zod-openapi";
import { timestamp, uuid } from "../../shared/fields/basic.ts";
import { declineReason, submissionStatus } from "./moderation.ts";

export const Video = z.object({
  id: uuid,
  dream_id: uuid,
  url: z.string(),
  title: z.string(),
  submitted_by: uuid.nullable(),
  status: submissionStatus,
  is_featured: z.boolean(),
  decline_reason: declineReason,
  created_at: timestamp,
}).openapi("DreamVideo");

export const videoExample: z.infer<typeof Video> = {
  id: "c8f3b51d-0a6e-4d27-92c4-7e1b5a9d03f6",
  dream_id: "5b1c7e0a-93d4-4f8e-b2a6-07d1e4c95f38",
  url: "https://vimeo.com/76979871",
  title: "Winding the coil",
  submitted_by: "0e9a4c57-2b6d-4d1f-8c3e-a7f5b0d26e91",
  status: "approved",
  is_featured: true,
  decline_reason: null,
  created_at: "2026-11-21T08:30:00.123456+00:00",
};
