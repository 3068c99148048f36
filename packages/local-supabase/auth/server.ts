/**
 * The auth service of the local platform: Supabase Auth's wire format over Supabase Auth's tables,
 * limited to accounts with e-mail, password and passkeys. supabase-js is its client.
 */
import { type Context, Hono } from "hono";
import * as admin from "./admin.ts";
import { generateLink, invite } from "./admin-links.ts";
import { authenticate, requireAdmin } from "./callers.ts";
import { publicKeySet } from "../base/keys.ts";
import type { AuthContext } from "./context.ts";
import { badRequest, errorResponse, notFound, unprocessable } from "./errors.ts";
import { magicLink, otp, recover, resend } from "./links.ts";
import * as passkeys from "./passkeys.ts";
import { token } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";
import { getUser, logout, reauthenticate, updateUser } from "./user.ts";
import { verifyGet, verifyPost } from "./verify.ts";
import * as webauthn from "./webauthn.ts";

type Handler = (auth: AuthContext, c: Context) => Response | Promise<Response>;

/**
 * Builds the service; its paths are relative to `/auth/v1`.
 *
 * It understands tokens alone: the gateway that mounts it turns API keys into tokens of their role.
 *
 * @example const auth = createAuth(context); await auth.request("/health");
 */
export function createAuth(auth: AuthContext): Hono {
  const app = new Hono();
  const on = (
    method: "get" | "post" | "put" | "patch" | "delete",
    path: string,
    handler: Handler,
  ) => app[method](path, (c) => handler(auth, c));

  on("get", "/health", health);
  on("get", "/settings", settings);
  on("get", "/.well-known/jwks.json", keySet);

  on("post", "/signup", signUp);
  on("post", "/token", token);
  on("post", "/otp", otp);
  on("post", "/magiclink", magicLink);
  on("post", "/recover", recover);
  on("post", "/resend", resend);
  on("get", "/verify", verifyGet);
  on("post", "/verify", verifyPost);

  on("get", "/user", getUser);
  on("put", "/user", updateUser);
  on("post", "/logout", logout);
  on("get", "/reauthenticate", reauthenticate);

  for (const path of ["/passkeys", "/passkeys/*"]) {
    app.use(path, (_c, next) => (webauthn.relyingParty(auth), next()));
  }
  on("post", "/passkeys/registration/options", webauthn.registrationOptions);
  on("post", "/passkeys/registration/verify", webauthn.verifyRegistration);
  on("post", "/passkeys/authentication/options", webauthn.authenticationOptions);
  on("post", "/passkeys/authentication/verify", webauthn.verifyAuthentication);
  on("get", "/passkeys", passkeys.listPasskeys);
  on("patch", "/passkeys/:passkeyId", passkeys.updatePasskey);
  on("delete", "/passkeys/:passkeyId", passkeys.deletePasskey);

  app.use("/invite", (c, next) => requireAdmin(auth, c).then(next));
  app.use("/admin/*", (c, next) => requireAdmin(auth, c).then(next));
  on("post", "/invite", invite);
  on("post", "/admin/generate_link", generateLink);
  on("get", "/admin/users", admin.adminListUsers);
  on("post", "/admin/users", admin.adminCreateUser);
  on("get", "/admin/users/:id", admin.adminGetUser);
  on("put", "/admin/users/:id", admin.adminUpdateUser);
  on("delete", "/admin/users/:id", admin.adminDeleteUser);
  on("get", "/admin/users/:id/factors", admin.adminListFactors);
  on("delete", "/admin/users/:id/factors/:factorId", admin.adminDeleteFactor);
  on("get", "/admin/users/:id/passkeys", passkeys.adminListPasskeys);
  on("delete", "/admin/users/:id/passkeys/:passkeyId", passkeys.adminDeletePasskey);

  on("get", "/authorize", providerDisabled);
  on("post", "/sso", ssoDisabled);
  on("post", "/factors", enrollmentDisabled);
  on("get", "/user/identities/authorize", linkingDisabled);
  on("delete", "/user/identities/:identityId", linkingDisabled);

  // The answer is JSON, so that a client library can report it; Supabase Auth sends a line of text.
  app.notFound((c) => errorResponse(c, notFound("not_found", "Requested path was not found")));
  app.onError((error, c) => errorResponse(c, error));
  return app;
}

const health: Handler = (_auth, c) =>
  c.json({
    version: "local",
    name: "GoTrue",
    description: "GoTrue is a user registration and authentication API",
  });

const settings: Handler = (auth, c) =>
  c.json({
    external: { anonymous_users: false, email: true, phone: false },
    disable_signup: !auth.signUpEnabled,
    mailer_autoconfirm: auth.autoConfirm,
    phone_autoconfirm: false,
    sms_provider: "",
    saml_enabled: false,
    passkeys_enabled: auth.passkeys !== null,
  });

const keySet: Handler = (auth, c) => {
  c.header("Cache-Control", "public, max-age=600");
  return c.json(publicKeySet(auth.keys));
};

/** Sign-in with another provider: none is set up. */
const providerDisabled: Handler = () => {
  throw badRequest("validation_failed", "Unsupported provider: provider is not enabled");
};

const ssoDisabled: Handler = () => {
  throw notFound("saml_provider_disabled", "SAML 2.0 is disabled");
};

const enrollmentDisabled: Handler = async (auth, c) => {
  await authenticate(auth, c);
  throw unprocessable("mfa_totp_enroll_not_enabled", "MFA enroll is disabled for TOTP");
};

const linkingDisabled: Handler = async (auth, c) => {
  await authenticate(auth, c);
  throw notFound("manual_linking_disabled", "Manual linking is disabled");
};
