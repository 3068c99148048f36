import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";
import { version, writtenAt } from "../../shared/fields/client-made.ts";
import { visibility } from "../../shared/fields/visibility.ts";

export const Notebook = z.object({
  id: f.uuid,
  user_id: f.uuid.nullable().openapi({
    description: "The owner; null for a sealed notebook whose owner has deleted the account.",
  }),
  name: z.string().openapi({ example: "Morning pages" }),
  metadata_visibility: visibility,
  content_visibility: visibility,
  team_id: f.uuid.nullable().openapi({ example: null }),
  org_id: f.uuid.nullable().openapi({ example: null }),
  version,
  written_at: writtenAt,
  created_at: f.timestamp,
  updated_at: f.timestamp,
  is_sealed: z.boolean().openapi({
    description: "Whether its members alone can read what is written in it.",
    example: false,
  }),
}).openapi("Notebook");
