import { z } from "@hono/zod-openapi";
import { timestamp, uuid } from "./basic.ts";

/** Roles in an organization. */
export const orgRole = z.enum(["owner", "admin", "member"]).openapi("OrgRole", {
  example: "member",
});

export const Organization = z.object({
  id: uuid,
  name: z.string(),
  description: z.string(),
  owner_id: uuid.openapi({ description: "The owner, who may transfer the organization." }),
  settings: z.record(z.string(), z.unknown()).openapi({ type: "object" }),
  member_count: z.int(),
  user_role: z.union([orgRole, z.null()]).openapi({
    description: "The caller's role; null for a super admin who is not a member.",
  }),
  created_at: timestamp,
  updated_at: timestamp,
}).openapi("Organization");

/** An organization in the document. */
export const organizationExample: z.input<typeof Organization> = {
  id: "7c2e9a40-5d1b-4c8e-a3f6-0b9d8e7c6a51",
  name: "Riverside Writers",
  description: "People who write every day.",
  owner_id: "4f8b2c1e-7d3a-4b6f-9a51-2c8e0d9f6b3a",
  settings: { color: "teal" },
  member_count: 12,
  user_role: "owner",
  created_at: "2026-11-21T08:30:00.123456+00:00",
  updated_at: "2026-11-21T08:30:00.123456+00:00",
};
