import { z } from "@hono/zod-openapi";
import * as f from "./basic.ts";

/** Roles in an organization. */
export const orgRole = z.enum(["owner", "admin", "member"]).openapi("OrgRole", {
  example: "member",
});

/** The 403 of a route by which a user gives somebody a role, which no personal token does. */
export const noRoleByToken = {
  403: {
    description: "The caller lacks the right, or gives somebody a role with a personal token.",
    codes: ["forbidden", "token_refused"],
    example: "role: no personal token gives somebody a role",
  },
} as const;

/** The reasons for a 409 of a route by which a user joins an organization. */
export const joining = ["quota_reached", "conflict"] as const;

/** Whether friends share it, who name it in their own words. */
export const isCircle = z.boolean().openapi({
  description: "True for the circle into which its owner invites friends. People join it by its " +
    "links alone; clients name it in their own words, another's by its owner.",
  example: false,
});

export const Organization = z.object({
  id: f.uuid,
  name: z.string().openapi({ example: "Riverside Writers" }),
  description: z.string().openapi({ example: "People who write every day." }),
  owner_id: f.uuid.openapi({ description: "The owner, who may transfer the organization." }),
  settings: z.record(z.string(), z.unknown()).openapi({
    type: "object",
    example: { color: "teal" },
  }),
  member_count: z.int().openapi({ example: 12 }),
  user_role: z.union([orgRole, z.null()]).openapi({
    description: "The caller's role; null for a super admin who is not a member.",
    example: "owner",
  }),
  created_at: f.timestamp,
  updated_at: f.timestamp,
  is_circle: isCircle,
}).openapi("Organization");
