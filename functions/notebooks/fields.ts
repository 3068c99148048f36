import { z } from "@hono/zod-openapi";
import { timestamp, uuid } from "../../shared/fields/basic.ts";
import { version, writtenAt } from "../../shared/fields/client-made.ts";
import { visibility } from "../../shared/fields/visibility.ts";

export const Notebook = z.object({
  id: uuid,
  user_id: uuid.openapi({ description: "The owner." }),
  name: z.string().openapi({ example: "Morning pages" }),
  metadata_visibility: visibility,
  content_visibility: visibility,
  team_id: uuid.nullable().openapi({ example: null }),
  org_id: uuid.nullable().openapi({ example: null }),
  version,
  written_at: writtenAt,
  created_at: timestamp,
  updated_at: timestamp,
}).openapi("Notebook");
