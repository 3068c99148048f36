import { sitePage } from "../../shared/base/env.ts";
import { InvitationBase } from "../../shared/fields/invitation.ts";
import { created, f, must, part, shaped, z } from "../../shared/http/declare.ts";

/** The route that invites a friend. */
export const routes = part();

const shownOnce = (example: string) =>
  z.string().nullable().openapi({
    description: "Only in the first answer; otherwise null.",
    example,
  });

const named = (example: string) => z.object({ id: f.uuid, name: z.string().openapi({ example }) });

const FriendInvitation = z.object({
  invitation: z.object({
    id: f.uuid,
    url: shownOnce(
      "https://app.example.com/#/join/9f2c4e1ab07d5386c9e4f1a2b3d6078519c4e7fa2b8d3061",
    ).openapi({ format: "uri" }),
    code: shownOnce("9f2c4e1ab07d5386c9e4f1a2b3d6078519c4e7fa2b8d3061"),
    expires_at: InvitationBase.shape.expires_at,
  }),
  organization: named("Ana Ruiz's circle"),
  team: named("Friends"),
}).openapi("FriendInvitation");

/** The answer of the database, with the code of the link. */
const Made = FriendInvitation.extend({
  invitation: InvitationBase.pick({ id: true, expires_at: true }),
  code: z.string(),
});

routes.add("POST /invitations", {
  auth: "account_holder",
  operationId: "inviteFriend",
  summary: "Make a link for a friend, into the caller's own circle",
  description:
    "The circle is an organization with the team `Friends`, made at the first link. One " +
    "person joins by the link, as a member, within 14 days. `GET " +
    "/organizations/{id}/invitations` lists the links. `url` is null without `SITE_URL`.",
  shownOnce: ["code", "url"],
  answer: created("The link", FriendInvitation),
  refusals: {
    403: {
      description: "The caller has a classroom account, or a super admin acts as the user.",
      codes: ["forbidden", "impersonated"],
      example: "Classroom accounts may not invite friends",
    },
    409: {
      description: "20 links are open.",
      codes: ["quota_reached"],
      example: "At most 20 open links, revoke some first",
    },
    429: "More than 50 invitations on one day.",
  },
}, async ({ c, db }) => {
  const made = must(shaped(Made, await db.rpc("invite_friend")));
  const { code, invitation, organization, team } = made;
  c.header("Cache-Control", "no-store");
  const { id, expires_at } = invitation;
  const url = sitePage(`/#/join/${code}`)?.href ?? null;
  return { invitation: { id, url, code, expires_at }, organization, team };
});
