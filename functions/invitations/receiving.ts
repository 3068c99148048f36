import { InvitationBase, invitationColumns } from "../../shared/fields/invitation.ts";
import { joining, Organization } from "../../shared/fields/organization.ts";
import { keyset } from "../../shared/fields/pages.ts";
import { done, f, json, must, ok, part, z } from "../../shared/http/declare.ts";

/** The routes below `/user/invitations`. */
export const routes = part();

const ReceivedInvitation = InvitationBase.extend({
  organization: Organization.pick({ id: true, name: true }).nullable().openapi({
    description: "Null when the invitation has ended and the caller is not a member.",
  }),
}).openapi("ReceivedInvitation");

const openFirst = keyset({ is_open: "integer", created_at: "timestamp", id: "uuid" }, {
  after: ({ is_open, created_at, id }) => ({
    p_before_open: is_open,
    p_before_at: created_at,
    p_before_id: id,
  }),
});

const ended = {
  description: "The invitation was used up, declined or revoked, or has expired; or it is older " +
    "than the caller's removal from the organization.",
  codes: ["invitation_ended"],
  example: "The invitation has ended: revoked",
} as const;

routes.list("/user/invitations", {
  scope: "people",
  operationId: "listInvitations",
  summary: "List the invitations to the caller, open ones first",
  description: "Invitations to the caller or to the caller's confirmed e-mail address, open ones " +
    "first, each part newest first. Leaves out revoked ones, declined ones to the address, and " +
    "those of people whom the caller blocks.",
  items: { invitations: ReceivedInvitation },
  order: openFirst,
}, async ({ db, start }) => {
  const page = await db.rpc("list_my_invitations", start)
    .select(`${invitationColumns}, organization`);
  return page.error ? page : {
    ...page,
    data: page.data.map((row) => ({ ...row, is_open: row.status === "open" ? 1 : 0 })),
  };
}, ({ is_open: _, ...invitation }) => invitation);

routes.add("POST /user/invitations/accept", {
  scope: "people",
  operationId: "acceptInvitation",
  summary: "Accept an invitation and join the organization",
  description: "Takes the id of an invitation to the caller, or the code of a link. The caller " +
    "joins the organization, unless a member already, and the team of the invitation. The sender " +
    "gets a notification; in a circle of friends both get one, `friend_joined`.",
  body: json(
    z.object({ invitation_id: f.uuid.optional(), code: z.string().max(200).optional() }).refine(
      ({ invitation_id, code }) => (invitation_id === undefined) !== (code === undefined),
      { error: "expected exactly one of invitation_id and code" },
    ).openapi({ example: { code: "9f2c4e1ab07d5386c9e4f1a2b3d6078519c4e7fa2b8d3061" } }),
  ),
  answer: ok(
    "The organization and the team",
    z.object({
      organization: Organization,
      team: InvitationBase.shape.team,
    }),
    { organization: { user_role: "member" } },
  ),
  notFound: {
    description: "There is no such invitation to the caller, and no link with this code.",
  },
  refusals: {
    403: {
      description: "The caller has a classroom account, which joins no circle of friends.",
      codes: ["forbidden"],
      example: "Classroom accounts may not join a circle of friends",
    },
    409: {
      description: "The caller is a member of the team, or of the organization when the " +
        "invitation names no team; or has joined as many as the quota allows; or the " +
        "organization is being deleted, or a circle, which people join by its links alone.",
      codes: ["already_member", "invitation_needed", ...joining],
    },
    410: ended,
    429: {
      description:
        "The caller has joined as many organizations or teams today (UTC) as the quota " +
        "allows.",
      codes: ["daily_quota_reached"],
    },
  },
}, async ({ db, body: { invitation_id, code } }) => {
  const joined = db.rpc("accept_invitation", {
    p_invitation_id: invitation_id,
    p_code: code,
  });
  return must(await joined);
});

routes.add("POST /user/invitations/{id}/decline", {
  scope: "people",
  operationId: "declineInvitation",
  summary: "Decline an invitation",
  description: "The sender gets a notification, and owners can no longer add the caller " +
    "directly. An invitation to an address only leaves the caller's list; nobody learns of it.",
  notFound: "Invitation",
  answer: done("Invitation declined"),
  refusals: { 410: ended },
}, async ({ db, params: { id } }) => {
  must(await db.rpc("decline_invitation", { p_invitation_id: id }));
});
