import { z } from "@hono/zod-openapi";

/** The fate of organizations at the deletion of an account. */
export const onOwned = z.enum(["hand_over"]).optional().openapi({
  description: "The fate of organizations that the user owns and others belong to; without " +
    "it they prevent the deletion.",
  example: "hand_over",
});

/** Why a deletion does not begin, or is incomplete. */
export const deletionRefusals = {
  409: {
    description: "The caller owns organizations with other members, named in the message, and " +
      "does not hand them over, or is the last active super admin.",
    codes: ["owns_organizations", "last_super_admin"],
  },
  503: {
    description: "The deletion is incomplete: repeat the request. Or a provider that has to end " +
      "something for the account is not configured.",
    codes: ["unavailable", "not_configured"],
    example: "The deletion is incomplete, repeat the request",
  },
} as const;
