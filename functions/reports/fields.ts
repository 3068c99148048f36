import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";

/** A report as its author sees it. */
export const Report = z.object({
  id: f.uuid,
  about: z.enum(["user", "journal_entry", "comment", "team_message", "drop"])
    .openapi("ReportSubject", { example: "comment" }),
  reason: z.enum(["spam", "abuse", "self_harm", "other"]).openapi("ReportReason"),
  created_at: f.timestamp,
}).openapi("Report");
