import { z } from "@hono/zod-openapi";
import { PersonCard, timestamp, uuid } from "./basic.ts";
import { orgRole } from "./organization.ts";

/** What owners and invited people see of an invitation to an organization. */
export const InvitationBase = z.object({
  id: uuid,
  org_id: uuid,
  team_id: uuid.nullable().openapi({
    description: "The team that the invited person joins as well; null for none.",
  }),
  team: z.object({ id: uuid, name: z.string() }).nullable().openapi({
    description: "The same team; null when the invitation has ended and the caller is not a " +
      "member of the organization.",
  }),
  role: orgRole.openapi({
    description: "The role in the organization that the invited person gets.",
  }),
  status: z.enum(["open", "accepted", "declined", "revoked", "expired", "used_up"])
    .openapi("InvitationStatus", { example: "open" }),
  invited_by: PersonCard,
  expires_at: timestamp,
  created_at: timestamp,
});

/** The columns of `InvitationBase`. */
export const invitationColumns =
  "id, org_id, team_id, team, role, status, invited_by, expires_at, created_at";

/** An invitation in the document. */
export const invitationExample: z.input<typeof InvitationBase> = {
  id: "0d6f3b52-8c1e-4f7a-b2d9-5e8a7c4f1b60",
  org_id: "7c2e9a40-5d1b-4c8e-a3f6-0b9d8e7c6a51",
  team_id: "2f7d1c90-6b3e-4a58-9c41-e0d5b8a7f362",
  team: { id: "2f7d1c90-6b3e-4a58-9c41-e0d5b8a7f362", name: "Morning Pages" },
  role: "member",
  status: "open",
  invited_by: {
    id: "4f8b2c1e-7d3a-4b6f-9a51-2c8e0d9f6b3a",
    handle: "ana_maria",
    full_name: "Ana María",
    avatar_url: null,
  },
  expires_at: "2026-12-05T08:30:00.123456+00:00",
  created_at: "2026-11-21T08:30:00.123456+00:00",
};
