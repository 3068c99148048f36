import { z } from "@hono/zod-openapi";
import * as f from "./basic.ts";
import { orgRole } from "./organization.ts";

/** The fields of an invitation to an organization that owners and invited people see. */
export const InvitationBase = z.object({
  id: f.uuid,
  org_id: f.uuid,
  team_id: f.uuid.nullable().openapi({
    description: "The team that the invited person joins as well; null for none.",
  }),
  team: z.object({ id: f.uuid, name: z.string().openapi({ example: "Morning Pages" }) }).nullable()
    .openapi({
      description: "The same team; null when the invitation has ended and the caller is not a " +
        "member of the organization.",
    }),
  role: orgRole.openapi({
    description: "The role in the organization that the invited person gets.",
  }),
  status: z.enum(["open", "accepted", "declined", "revoked", "expired", "used_up"])
    .openapi("InvitationStatus", { example: "open" }),
  invited_by: f.PersonCard,
  expires_at: f.timestamp.openapi({ example: "2026-12-05T08:30:00+00:00" }),
  created_at: f.timestamp,
});

/** The columns of `InvitationBase`. */
export const invitationColumns =
  "id, org_id, team_id, team, role, status, invited_by, expires_at, created_at";

/** An invitation as owners of the organization see it. */
export const Invitation = InvitationBase.extend({
  kind: z.enum(["user", "email", "link"]).openapi("InvitationKind", { example: "link" }),
  user: f.PersonCard.nullable().openapi({
    description: "The invited user, of kind `user`.",
    example: null,
  }),
  email: z.string().nullable().openapi({ description: "The invited address, of kind `email`." }),
  uses: z.int().openapi({ description: "How many people have joined by the link.", example: 0 }),
  max_uses: z.int().nullable().openapi({
    description: "How many people may join by the link; null for any number.",
    example: 20,
  }),
}).openapi("Invitation");

/** The columns of `Invitation`. */
export const sentColumns = `${invitationColumns}, kind, user, email, uses, max_uses` as const;
