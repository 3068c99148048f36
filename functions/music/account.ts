import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";

/** The account of a user at the music provider. */
export const MusicAccount = z.object({
  status: z.enum(["connected", "disconnected"]).openapi({
    description: "`disconnected`: the provider has ended the connection; connect again.",
    example: "connected",
  }),
  provider_user_id: z.string().openapi({
    description: "The user's id at the provider.",
    example: "smedjan",
  }),
  scope: z.string().openapi({
    description: "The permissions that the user has given.",
    example: "user-read-recently-played",
  }),
  connected_at: f.timestamp,
  last_synced_at: f.timestamp.nullable().openapi({
    description: "When plays were fetched last; null before the first time.",
  }),
}).openapi("MusicAccount");

export const accountColumns =
  "status, provider_user_id, scope, connected_at, last_synced_at" as const;
