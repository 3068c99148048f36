import { Invitation, sentColumns } from "../../shared/fields/invitation.ts";
import { noRoleByToken, orgRole } from "../../shared/fields/organization.ts";
import { newestFirst } from "../../shared/fields/pages.ts";
import { created, done, f, json, must, part, shaped, z } from "../../shared/http/declare.ts";

/** The routes below `/organizations/{id}/invitations`. */
export const routes = part();

const targets = ["user_id", "handle", "email", "link"] as const;

const invitationFields = z.object({
  user_id: f.uuid.optional(),
  handle: z.string().max(30).optional().openapi({ description: "Ignores case." }),
  email: z.email().max(320).optional().openapi({
    description:
      "A user who has confirmed this address can accept. The answer is the same whether " +
      "or not a user has it.",
  }),
  link: z.literal(true).optional().openapi({
    description: "Every user with the code can join. The answer contains `code`, once.",
  }),
  team_id: f.uuid.optional().openapi({
    description:
      "A team of the organization. The accepting user joins it too, with the role `member`.",
  }),
  role: orgRole.optional().openapi({ description: "Default `member`; a link makes no owners." }),
  expires_at: f.timestamp.optional().openapi({
    description: "At most 90 days ahead; default 14 days.",
    example: "2026-12-05T08:30:00+00:00",
  }),
  max_uses: z.int().min(1).max(10_000).optional().openapi({
    description: "How many people may join by the link; default any number.",
  }),
}).refine(
  (body) => targets.filter((name) => body[name] !== undefined).length === 1,
  { error: "expected exactly one of user_id, handle, email and link" },
).openapi({
  example: { link: true, team_id: "4f8b2c1e-7d3a-4b6f-9a51-2c8e0d9f6b3a", max_uses: 20 },
});

const NewInvitation = z.object({
  invitation: Invitation,
  code: z.string().nullable().openapi({
    description: "The code of a link, only in the first answer; otherwise null.",
    example: "9f2c4e1ab07d5386c9e4f1a2b3d6078519c4e7fa2b8d3061",
  }),
});
const Made = NewInvitation.extend({ invitation: Invitation.extend({ organization: z.unknown() }) });

routes.add("POST /organizations/{id}/invitations", {
  scope: "people",
  operationId: "inviteToOrganization",
  summary: "Invite a person to an organization, or make a link",
  description: "Allowed for its owners. The body has exactly one of `user_id`, `handle`, `email` " +
    "and `link`. With a `team_id`, the invitation may also be for members of the organization. " +
    "The person gets a notification, for an address when a user confirms it. A user who blocks " +
    "the caller gets none, and the answer is the same. An invitation ends when its sender is no " +
    "longer an owner. Past 50 invitations a day, or 5 to one person in 30 days, the answer is " +
    "429.",
  body: json(invitationFields),
  shownOnce: ["code"],
  answer: created("The invitation", NewInvitation),
  notFound: {
    description: "The organization, the team or the user does not exist, or the caller may " +
      "not see the organization.",
    example: "User not found",
  },
  refusals: {
    403: {
      ...noRoleByToken[403],
      description:
        "The caller lacks the right, gives somebody a role with a personal token, or is " +
        "a super admin who acts as the user and gives no `link`: the invitation would be mailed in " +
        "the user's name.",
      codes: ["forbidden", "token_refused", "impersonated"],
    },

    409: {
      description: "The user is a member, or the person has an open invitation; or the " +
        "organization is a circle, which people join by its links alone.",
      codes: ["already_member", "already_invited", "invitation_needed"],
      example: "This person has an open invitation",
    },
  },
}, async ({ db, params, body }) => {
  const made = await db.rpc("invite_to_organization", {
    p_org_id: params.id,
    p_user_id: body.user_id,
    p_handle: body.handle,
    p_email: body.email,
    p_link: body.link,
    p_role: body.role,
    p_expires_at: body.expires_at,
    p_max_uses: body.max_uses,
    p_team_id: body.team_id,
  });
  const { code, invitation: { organization: _, ...invitation } } = must(shaped(Made, made));
  return { invitation, code };
});

routes.list(
  "/organizations/{id}/invitations",
  {
    scope: "people",
    operationId: "listOrganizationInvitations",
    summary: "List the invitations to an organization, newest first",
    description: "Allowed for its owners. An invitation to an address changes only when somebody " +
      "accepts it, or an owner revokes it. Invitations are deleted 90 days after their end.",
    notFound: "Organization",
    items: { invitations: Invitation },
    order: newestFirst,
  },
  ({ db, params: { id }, start }) =>
    db.rpc("list_organization_invitations", { p_org_id: id, ...start }).select(sentColumns),
);

routes.add("DELETE /organizations/{id}/invitations/{invitationId}", {
  scope: "people",
  operationId: "revokeOrganizationInvitation",
  summary: "Revoke an invitation",
  description: "Allowed for owners. The invitation leaves the invited person's list; people who " +
    "have joined by a link remain members.",
  notFound: ["Organization", "Invitation"],
  answer: done("Invitation revoked"),
  refusals: {
    410: {
      description: "The invitation has ended.",
      codes: ["invitation_ended"],
      example: "The invitation has ended: accepted",
    },
  },
}, async ({ db, params: { id, invitationId } }) => {
  must(
    await db.rpc("revoke_organization_invitation", {
      p_org_id: id,
      p_invitation_id: invitationId,
    }),
  );
});
