import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";

/** The columns of a share link, as its author sees it. */
export const shareLinkColumns = {
  id: f.uuid,
  entry_id: f.uuid,
  expires_at: f.timestamp.openapi({ example: "2026-11-28T08:30:00+00:00" }),
  has_passphrase: z.boolean().openapi({ example: true }),
  views: z.int().openapi({ description: "How often the link was opened.", example: 0 }),
  locked_until: f.timestamp.nullable().openapi({
    description: "Until then nobody opens it: ten passphrases were wrong within an hour.",
    example: null,
  }),
  revoked_at: f.timestamp.nullable().openapi({
    description: "When its author revoked it, or was blocked.",
    example: null,
  }),
  created_at: f.timestamp,
};

/** A share link in an answer. */
export const ShareLink = z.object({
  ...shareLinkColumns,
  url: z.string().nullable().openapi({
    description:
      "The page of the web app that shows the entry, at `SITE_URL`. Contains the code, " +
      "so it is null wherever `code` is.",
    format: "uri",
    example: null,
  }),
  code: z.string().nullable().openapi({
    description: "Only in the answer to the creation; otherwise null. Nobody can read it again.",
    example: null,
  }),
}).openapi("ShareLink");

/** The columns, for a query. */
export const shareLinkSelection =
  "id, entry_id, expires_at, has_passphrase, views, locked_until, revoked_at, created_at";
