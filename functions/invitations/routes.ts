import { serviceClient } from "../../shared/database/clients.ts";
import { InvitationBase } from "../../shared/fields/invitation.ts";
import { isCircle } from "../../shared/fields/organization.ts";
import { must, ok, part, z } from "../../shared/http/declare.ts";

export const routes = part();

// Refusals get the header too: a code may be unknown or have ended.
routes.use("/invitations/*", async (c, next) => {
  c.header("Cache-Control", "no-store");
  await next();
});

const named = (example: string) =>
  z.object({ name: z.string().openapi({ example }), is_circle: isCircle });

const LinkedInvitation = z.object({
  organization: named("Riverside Writers"),
  team: named("Morning Pages").nullable().openapi({
    description: "The team that the invited person joins too; null for none.",
  }),
  inviter: InvitationBase.shape.invited_by,
  role: InvitationBase.shape.role,
  expires_at: InvitationBase.shape.expires_at,
}).openapi("LinkedInvitation");

routes.add("GET /invitations/{code}", {
  auth: "none",
  limit: "linked_invitation",
  operationId: "getLinkedInvitation",
  summary: "Get the invitation of a link",
  description: "For the page that a link leads to, before its holder signs in and accepts " +
    "with `POST /user/invitations/accept`. Allowed 30 times a minute for each address.",
  params: z.object({
    code: z.string().max(200).openapi({
      example: "9f2c4e1ab07d5386c9e4f1a2b3d6078519c4e7fa2b8d3061",
    }),
  }),
  answer: ok("The invitation", z.object({ invitation: LinkedInvitation })),
  notFound: { description: "There is no link with this code.", example: "Invitation not found" },
  refusals: {
    410: {
      description: "The link was used up or revoked, or has expired.",
      codes: ["invitation_ended"],
      example: "The invitation has ended: expired",
    },
  },
}, async ({ params }) => {
  // Asks by POST, because logs of the Data API hold addresses.
  const invitation = must(
    await serviceClient().rpc("linked_invitation", { p_code: params.code }, { get: false }),
  );
  return { invitation };
});
