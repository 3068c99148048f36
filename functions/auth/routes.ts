import { z } from "@hono/zod-openapi";
import { callerClient } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import { verifyToken } from "../../shared/http/caller.ts";
import { unauthorized } from "../../shared/base/errors.ts";
import { uuid } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";
import { impersonation } from "./impersonation.ts";

export const routes = group("auth", "Checking access tokens, impersonation");

const VerifiedUser = z.object({
  id: uuid,
  email: z.string().openapi({
    description: "As the token says; empty for a user without an e-mail address.",
    example: "ana@example.com",
  }),
}).openapi("VerifiedUser");

routes.openapi(
  route({
    method: "post",
    path: "/auth/verify",
    auth: "none",
    operationId: "verifyToken",
    summary: "Whose access token this is",
    description: "Checks a token's signature, issuer of the keys and expiry, and that its user " +
      "still exists and is not blocked. An API key is no user's token.",
    body: z.object({
      token: z.string().min(1, "must not be empty").openapi({
        description: "An access token of the identity provider.",
        example: "eyJhbGciOiJFUzI1NiIsImtpZCI6IjEiLCJ0eXAiOiJKV1QifQ.eyJzdWIiOiI0ZjhiIn0.c2ln",
      }),
    }),
    answer: {
      description: "The token is good, and this is its user",
      schema: z.object({ user: VerifiedUser }),
    },
    refusals: {
      401: "The token is forged, expired, malformed or no user's, or its user is gone.",
      403: "The user is blocked.",
    },
  }),
  async (c) => {
    const { id, email, token } = await verifyToken(c.req.valid("json").token);
    // Asked with the token itself: the Data API refuses blocked and deleted users on its own.
    const profile = await callerClient(token, c.var.requestId).from("profiles")
      .select("id").eq("id", id).maybeSingle();
    if (!must(profile)) throw unauthorized();
    return c.json({ user: { id, email: email ?? "" } }, 200);
  },
);

routes.route("/", impersonation);
