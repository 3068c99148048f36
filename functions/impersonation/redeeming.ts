import { unavailable } from "../../shared/base/errors.ts";
import { log } from "../../shared/base/log.ts";
import { authClient, serviceClient } from "../../shared/database/clients.ts";
import { verifyToken } from "../../shared/http/caller.ts";
import { done, f, json, must, ok, part, shaped, z } from "../../shared/http/declare.ts";

/** The routes below `/auth/impersonate`. */
export const routes = part();

const Session = z.object({
  access_token: z.string().openapi({ example: "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI0ZjhiIn0.c2ln" }),
  refresh_token: z.string().openapi({ example: "h4kx2mzq7wnp" }),
  token_type: z.string().openapi({ example: "bearer" }),
  expires_in: z.int().openapi({ description: "Lifetime in seconds.", example: 3600 }),
  expires_at: z.int().openapi({ description: "Time in seconds since 1970.", example: 1795253400 }),
  user: z.object({ id: f.uuid, email: z.string().openapi({ example: "ana@example.com" }) }),
}).openapi("ImpersonatedSession");
type Session = z.infer<typeof Session>;

/** A redeemed code. */
const Claim = z.object({ impersonation_id: f.uuid, target_id: f.uuid, email: z.string() });
type Claim = z.infer<typeof Claim>;

routes.add("POST /auth/impersonate/redeem", {
  auth: "none",
  limit: "impersonation_redeem",
  operationId: "redeemImpersonation",
  summary: "Redeem an impersonation link for a session of its target",
  description: "For the page that the link opens. The code is the credential: it can be used " +
    "once, within 10 minutes, while its issuer may impersonate and the target may be " +
    "impersonated. Clients pass the tokens to `setSession`.",
  body: json(z.object({
    code: z.string().regex(/^[0-9a-f]{64}$/, "expected the code of an impersonation link")
      .openapi({ example: "9f2c".repeat(16) }),
  })),
  answer: ok("A session of the target; not to be cached", z.object({ session: Session })),
  notFound: {
    description: "The target's account no longer exists.",
    example: "User not found",
  },
  refusals: {
    401: { description: "The code is wrong, used or expired.", codes: ["invalid_code"] },
    403: "The target has become a super admin, or the issuer is no longer one.",

    409: "The target has been blocked, or cannot sign in.",
    503: "The sign-in service does not answer. The code is used; issue another link.",
  },
}, async ({ c, body: { code } }) => {
  const claimed = await serviceClient().rpc("claim_impersonation", { p_code: code });
  const claim = must(shaped(Claim, claimed));
  const session = await signInAs(claim);
  await record(claim, session, c.var.requestId);
  // RFC 6749, section 5.1.
  c.header("Cache-Control", "no-store");
  return { session };
});

/**
 * Starts a session of the target with a sign-in link that is generated and used here, and not sent.
 *
 * @throws {HttpError} 503 when the sign-in service fails.
 */
async function signInAs({ target_id, email }: Claim): Promise<Session> {
  const auth = await authClient();
  const link = await auth.admin.generateLink({ type: "magiclink", email });
  if (link.error) throw signInFailed(link.error);
  // The address was given to another user between the two calls.
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

/** Records the session of a code. A session that cannot be recorded ends. */
async function record(
  { impersonation_id }: Claim,
  { access_token }: Session,
  requestId: string,
): Promise<void> {
  try {
    const { sessionId } = await verifyToken(access_token);
    must(
      await serviceClient().rpc("begin_impersonation", {
        p_impersonation_id: impersonation_id,
        p_session_id: sessionId!,
      }).setHeader("x-request-id", requestId),
    );
  } catch (error) {
    const { error: failure } = await (await authClient()).admin.signOut(access_token, "local");
    if (failure) log("warn", "impersonated session not ended", { impersonation_id });
    throw error;
  }
}

routes.add("POST /auth/impersonate/stop", {
  operationId: "stopImpersonation",
  summary: "Stop the impersonation of the current session",
  description: "Call it with the access token of the impersonated session. Afterwards neither " +
    "its refresh token nor its access token is accepted, even before it expires.",
  answer: done("Impersonation ended"),
  refusals: { 409: "The session is not an impersonation." },
}, async ({ db }) => {
  must(await db.rpc("stop_impersonation"));
});
