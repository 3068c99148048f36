import { z } from "@hono/zod-openapi";
import { authClient, serviceClient } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import { verifyToken } from "../../shared/http/caller.ts";
import { unavailable } from "../../shared/base/errors.ts";
import { message, uuid } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { log } from "../../shared/base/log.ts";
import { takeAddressRateLimit } from "../../shared/http/rate-limit.ts";
import { route } from "../../shared/http/route.ts";

/** Routes below `/auth/impersonate`; part of the group. */
export const impersonation = group("auth", "Acting as another user, by a link of a super admin's");

const Session = z.object({
  access_token: z.string().openapi({ example: "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI0ZjhiIn0.c2ln" }),
  refresh_token: z.string().openapi({ example: "h4kx2mzq7wnp" }),
  token_type: z.string().openapi({ example: "bearer" }),
  expires_in: z.int().openapi({ description: "Seconds.", example: 3600 }),
  expires_at: z.int().openapi({ description: "Seconds since 1970.", example: 1795253400 }),
  user: z.object({ id: uuid, email: z.string().openapi({ example: "ana@example.com" }) }),
}).openapi("ImpersonatedSession");
type Session = z.infer<typeof Session>;

/** What the database says of a code that it has taken. */
const Claim = z.object({ impersonation_id: uuid, target_id: uuid, email: z.string() });
type Claim = z.infer<typeof Claim>;

impersonation.openapi(
  route({
    method: "post",
    path: "/auth/impersonate/redeem",
    auth: "none",
    operationId: "redeemImpersonation",
    summary: "Exchanges the code of an impersonation link for a session of its target",
    description: "For the page that the link opens. The code is the credential: it works once, " +
      "within 10 minutes of its issue, as long as who issued it may impersonate and the target " +
      "may be impersonated. Clients hand the tokens to `setSession`.",
    body: z.object({
      code: z.string().regex(/^[0-9a-f]{64}$/, "expected the code of an impersonation link")
        .openapi({ example: "9f2c".repeat(16) }),
    }),
    answer: {
      description: "A session of the target; never cached",
      schema: z.object({ session: Session }),
    },
    refusals: {
      401: "The code is wrong, used or expired.",
      403: "The target is a super admin by now, or who issued the link is none any more.",
      404: "The target's account is gone.",
      409: "The target has been blocked, or cannot sign in.",
      503: "The sign-in service does not answer. The code is used up: issue another.",
    },
  }),
  async (c) => {
    await takeAddressRateLimit(c, "impersonation_redeem");
    const claim = Claim.parse(must(
      await serviceClient().rpc("claim_impersonation", { p_code: c.req.valid("json").code }),
    ));
    const session = await signInAs(claim);
    await record(claim, session, c.var.requestId);
    // RFC 6749, section 5.1.
    c.header("Cache-Control", "no-store");
    return c.json({ session }, 200);
  },
);

/**
 * Begins a session of the target with a sign-in link that goes to nobody: made and used up here.
 *
 * @throws {HttpError} 503 when the sign-in service fails.
 */
async function signInAs({ target_id, email }: Claim): Promise<Session> {
  const auth = authClient();
  const link = await auth.admin.generateLink({ type: "magiclink", email });
  if (link.error) throw signInFailed(link.error);
  // The address has changed hands between two calls.
  if (link.data.user.id !== target_id) throw signInFailed("another user has the address");
  const { data, error } = await auth.verifyOtp({
    token_hash: link.data.properties.hashed_token,
    type: "magiclink",
  });
  if (error || !data.session) throw signInFailed(error);
  const { access_token, refresh_token, token_type, expires_in, expires_at = 0 } = data.session;
  const user = { id: target_id, email };
  return { access_token, refresh_token, token_type, expires_in, expires_at, user };
}

const signInFailed = (cause: unknown) =>
  unavailable("The sign-in service did not give a session: issue another link", cause);

/** Stores which session came of the code; a session that may not be is ended, unused. */
async function record(
  { impersonation_id }: Claim,
  { access_token }: Session,
  requestId: string,
): Promise<void> {
  const { sessionId } = await verifyToken(access_token);
  const begun = await serviceClient().rpc("begin_impersonation", {
    p_impersonation_id: impersonation_id,
    p_session_id: sessionId!,
  }).setHeader("x-request-id", requestId);
  if (!begun.error) return;
  const { error } = await authClient().admin.signOut(access_token, "local");
  if (error) log("warn", "impersonated session not ended", { session_id: sessionId });
  must(begun);
}

impersonation.openapi(
  route({
    method: "post",
    path: "/auth/impersonate/stop",
    auth: "user",
    operationId: "stopImpersonation",
    summary: "Ends the session in which the caller acts as somebody else",
    description: "Called with the impersonated session's own token. From then on neither its " +
      "refresh token nor its access token is accepted, though the latter has not expired.",
    answer: {
      description: "The session has ended",
      schema: message,
      example: { message: "Impersonation ended" },
    },
    refusals: { 409: "This session is not an impersonation." },
  }),
  async (c) => {
    must(await c.var.db.rpc("stop_impersonation"));
    return c.json({ message: "Impersonation ended" }, 200);
  },
);
