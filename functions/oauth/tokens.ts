import { base64url } from "jose";
import { sha256 } from "hono/utils/crypto";
import type { ErrorCode } from "../../shared/base/codes.ts";
import { HttpError } from "../../shared/base/errors.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { must, ok, part, shaped, urlencoded, z } from "../../shared/http/declare.ts";
import { clientHost, isClientId } from "./addresses.ts";

/** How programs get tokens (RFC 6749), and give them back (RFC 7009). */
export const routes = part();

const refused = (code: ErrorCode, message: string) => new HttpError(400, message, { code });

const Tokens = z.object({
  access_token: z.string().openapi({ example: "jt_9f2c4e1ab07d5386c9e4f1a2b3d6078519c4e7fa" }),
  token_type: z.literal("Bearer"),
  expires_in: z.int().openapi({ description: "Seconds.", example: 3600 }),
  refresh_token: z.string().openapi({ example: "jr_5a1d..." }),
  scope: z.string().openapi({ example: "goals:read journal:read" }),
}).openapi("OauthTokens");

/** The answer of the database: tokens, or why there are none. */
const Outcome = z.union([
  Tokens,
  z.object({ error: z.enum(["invalid_grant", "invalid_target"]), description: z.string() }),
]);

/** Reads the parameters of a form, which are ASCII; a parameter that comes twice is refused. */
function reader(text: string) {
  const form = new URLSearchParams(text);
  return (name: string, isOptional = false): string => {
    const [value = "", ...more] = form.getAll(name);
    if (more.length > 0 || (!value && !isOptional) || /[^ -~]/.test(value)) {
      throw refused("invalid_request", `${name}: expected one value`);
    }
    return value;
  };
}

routes.add("POST /oauth/token", {
  auth: "none",
  operationId: "getOauthTokens",
  summary: "Get tokens for a code or a refresh token",
  description:
    "A code is valid for a minute and works once; a second use ends what the first has given. " +
    "`redirect_uri` and `resource` are those of the request. The access token is a personal token of " +
    "an hour that is taken at `resource` alone. A refresh token is valid for 90 days from its last use " +
    "and works once: the same program gets a lost answer again within a minute; any other use of an " +
    "old one ends the grant.",
  body: urlencoded("The form of RFC 6749", {
    grant_type: "authorization_code",
    client_id: "jc_9f2c4e1ab07d5386c9e4f1a2b3d60785",
    code: "5a1d...",
    code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    redirect_uri: "http://127.0.0.1:8765/callback",
    refresh_token: "jr_5a1d...",
    resource: "https://example.supabase.co/functions/v1/api/mcp",
  }),
  limit: "oauth",
  answer: ok("The tokens", Tokens),
  refusals: {
    400: {
      description: "The request is malformed, or gives no tokens.",
      codes: ["invalid_request", "invalid_grant", "invalid_target", "unsupported_grant_type"],
      example: "The code is unknown, has ended, or belongs to another request",
    },
  },
}, async ({ c }) => {
  const read = reader(await c.req.text());
  const kind = read("grant_type");
  const p_client_id = read("client_id");
  const p_resource = read("resource", true);
  if (!p_resource) throw refused("invalid_target", "resource: required");
  const found = kind === "authorization_code"
    ? await exchange(read, { p_client_id, p_resource })
    : kind === "refresh_token"
    ? await refresh(read("refresh_token"), { p_client_id, p_resource })
    : undefined;
  if (!found) {
    throw refused("unsupported_grant_type", "expected authorization_code or refresh_token");
  }
  const outcome = must(shaped(Outcome, found));
  if ("error" in outcome) throw refused(outcome.error, outcome.description);
  c.header("Cache-Control", "no-store");
  return outcome;
});

interface Of {
  p_client_id: string;
  p_resource: string;
}

async function exchange(read: ReturnType<typeof reader>, of: Of) {
  const [code, p_redirect_uri, verifier] = [
    read("code"),
    read("redirect_uri"),
    read("code_verifier"),
  ];
  if (!/^[\w.~-]{43,128}$/.test(verifier)) {
    throw refused("invalid_request", "code_verifier: expected 43 to 128 characters");
  }
  if (!URL.canParse(p_redirect_uri)) throw refused("invalid_grant", "redirect_uri: no address");
  if (!isClientId(of.p_client_id)) throw refused("invalid_grant", "client_id: no address");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return await serviceClient().rpc("exchange_oauth_code", {
    ...of,
    p_hash: (await sha256(code))!,
    p_redirect_uri,
    p_code_challenge: base64url.encode(new Uint8Array(digest)),
    p_host: clientHost(of.p_client_id, p_redirect_uri).slice(0, 255),
  });
}

const refresh = async (token: string, of: Of) =>
  await serviceClient().rpc("refresh_oauth_tokens", {
    ...of,
    p_hash: (await sha256(token))!,
    // Another digest than the kept one, so that a reader of the table cannot open the sealed token.
    p_key: (await sha256(`seal ${token}`))!,
  });

routes.add("POST /oauth/revoke", {
  auth: "none",
  operationId: "revokeOauthToken",
  summary: "Give a token back",
  description:
    "An access token ends; with a refresh token the whole grant ends. An unknown token " +
    "has ended already: the answer is 200.",
  body: urlencoded("The form of RFC 7009", {
    token: "jr_5a1d...",
    client_id: "jc_9f2c4e1ab07d5386c9e4f1a2b3d60785",
  }),
  limit: "oauth",
  answer: ok("The token has ended", z.object({})),
  refusals: {
    400: {
      description: "The request is malformed, or the token belongs to another program.",
      codes: ["invalid_request", "invalid_client"],
      example: "The token belongs to another program",
    },
  },
}, async ({ c }) => {
  const read = reader(await c.req.text());
  const isOwn = must(
    await serviceClient().rpc("revoke_oauth_token", {
      p_hash: (await sha256(read("token")))!,
      p_client_id: read("client_id"),
    }),
  );
  if (!isOwn) throw refused("invalid_client", "The token belongs to another program");
  c.header("Cache-Control", "no-store");
  return {};
});
