import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";
import { version, writtenAt } from "../../shared/fields/client-made.ts";
import { visibility } from "../../shared/fields/visibility.ts";

export const Notebook = z.object({
  id: f.uuid,
  user_id: f.uuid.openapi({ description: "The owner." }),
  name: z.string().openapi({ example: "Morning pages" }),
  metadata_visibility: visibility,
  content_visibility: visibility,
  team_id: f.uuid.nullable().openapi({ example: null }),
  org_id: f.uuid.nullable().openapi({ example: null }),
  version,
  written_at: writtenAt,
  created_at: f.timestamp,
  updated_at: f.timestamp,
}).openapi("Notebook");
