import { unauthorized } from "../../shared/base/errors.ts";
import { callerClient } from "../../shared/database/clients.ts";
import { f, json, must, ok, part, z } from "../../shared/http/declare.ts";
import { verifyToken } from "../../shared/http/caller.ts";

export const routes = part();

const VerifiedUser = z.object({
  id: f.uuid,
  email: z.string().openapi({
    description: "The address in the token; empty for a user without an e-mail address.",
    example: "ana@example.com",
  }),
}).openapi("VerifiedUser");

routes.add("POST /auth/verify", {
  auth: "none",
  operationId: "verifyToken",
  summary: "Verify an access token",
  description: "Checks the token's signature and expiry, and that its user exists and is not " +
    "blocked. An API key is not an access token.",
  body: json(z.object({
    token: z.string().min(1, "must not be empty").openapi({
      description: "An access token issued by the identity provider.",
      example: "eyJhbGciOiJFUzI1NiIsImtpZCI6IjEiLCJ0eXAiOiJKV1QifQ.eyJzdWIiOiI0ZjhiIn0.c2ln",
    }),
  })),
  answer: ok("The user of the valid token", z.object({ user: VerifiedUser })),
  refusals: {
    401: {
      description:
        "The token is forged, expired, malformed or not a user's, or its session or its " +
        "user no longer exists.",
      codes: ["unauthorized", "session_ended", "account_deleted"],
      example: "Missing or invalid access token",
    },
    403: {
      description: "The user is blocked, or the deletion of the account has begun.",
      codes: ["account_blocked", "account_leaving"],
      example: "This account is blocked",
    },
  },
}, async ({ c, body }) => {
  const { id, email, token } = await verifyToken(body.token);
  // Called with the token itself, so that the Data API refuses blocked and deleted users.
  const profile = await callerClient(token, { requestId: c.var.requestId }).from("profiles")
    .select("id").eq("id", id).maybeSingle();
  if (!must(profile)) throw unauthorized();
  return { user: { id, email: email ?? "" } };
});
