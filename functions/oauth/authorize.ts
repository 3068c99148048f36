import { sitePage } from "../../shared/base/env.ts";
import { HttpError, notConfigured } from "../../shared/base/errors.ts";
import { isResource } from "../../shared/base/resources.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { type Scope, scope } from "../../shared/fields/scope.ts";
import { must, part, z } from "../../shared/http/declare.ts";
import { isClientId, isDocument, mayRedirectTo, withParameters } from "./addresses.ts";

/** Where a program sends the user's browser to ask for a grant (RFC 6749 section 4.1.1). */
export const routes = part();

/** The scopes that the page proposes where a program names none. */
const DEFAULT: Scope[] = ["journal:read", "goals:read"];

const text = (description: string, example: string) =>
  z.string().optional().openapi({ description, example });

const Request = z.looseObject({
  client_id: text("The program: the address of its document, or its id.", "jc_9f2c4e1ab07d5386"),
  redirect_uri: text("Where the user is sent back to.", "http://127.0.0.1:8765/callback"),
  response_type: text("`code`.", "code"),
  code_challenge: text("Of PKCE (RFC 7636).", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
  code_challenge_method: text("`S256`.", "S256"),
  scope: text("Scopes, separated by spaces.", "journal:read goals:read"),
  state: text("Comes back unchanged.", "af0ifjsldkj"),
  resource: text(
    "The address that the tokens are for (RFC 8707).",
    "https://example.supabase.co/functions/v1/api/mcp",
  ),
});

routes.add("GET /oauth/authorize", {
  auth: "none",
  operationId: "authorize",
  summary: "Ask a user to let a program in",
  description:
    "For browsers. Leads to `<SITE_URL>/connect?request=<id>`, where the signed-in user " +
    "decides; a request lasts ten minutes. Without a known program and an address of it, leads to " +
    "`<SITE_URL>/connect?error=<code>`, and never to the program. Other faults are shown on the page, " +
    "with a way back to the program. Unknown parameters and scopes are ignored.",
  query: Request,
  limit: "oauth_request",
  answer: { status: 302, description: "Leads to the page of the web application" },
  refusals: {
    503: { description: "`SITE_URL` is not configured.", codes: ["not_configured"] },
  },
}, async ({ c, query }) => {
  const page = sitePage("/connect");
  if (!page) throw notConfigured("Programs cannot sign in: SITE_URL is missing");
  c.header("Cache-Control", "no-store");
  c.header("Referrer-Policy", "no-referrer");
  const to = (parameters: Record<string, string>) =>
    c.redirect(withParameters(page.href, parameters), 302);
  try {
    return to({ request: await keep(query) });
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 400) throw error;
    return to({ error: error.code });
  }
});

/** Keeps a request, and returns its id. */
async function keep(query: z.infer<typeof Request>): Promise<string> {
  const { client_id = "", redirect_uri = "", state, resource, code_challenge } = query;
  if (!client_id || client_id.length > 2048 || !isClientId(client_id)) {
    throw refused("invalid_client");
  }
  if (!mayRedirectTo(redirect_uri)) throw refused("invalid_redirect_uri");
  const p_scopes = scopesIn(query.scope);
  const p_fault = faultOf(query, p_scopes);
  const short = (given: string | undefined, most: number) =>
    given && given.length <= most ? given : undefined;
  return must(
    await serviceClient().rpc("create_oauth_request", {
      p_client_id: client_id,
      p_redirect_uri: redirect_uri,
      p_scopes,
      p_state: short(state, 2048),
      p_resource: short(resource, 2048),
      p_code_challenge: short(code_challenge, 128),
      p_fault: p_fault,
      p_is_document: isDocument(client_id),
    }),
  );
}

const refused = (code: "invalid_client" | "invalid_redirect_uri") =>
  new HttpError(400, "The program cannot ask for this", { code });

const scopesIn = (given: string | undefined): Scope[] =>
  given === undefined || given.trim() === ""
    ? DEFAULT
    : scope.options.filter((each) => given.split(" ").includes(each));

/** The first fault of a request of a program, in the words of RFC 6749 and RFC 8707. */
function faultOf(query: z.infer<typeof Request>, scopes: Scope[]): string | undefined {
  const { response_type, code_challenge, code_challenge_method, state, resource } = query;
  if (response_type !== "code") return "unsupported_response_type";
  const isChallenged = code_challenge_method === "S256" &&
    /^[\w-]{43}$/.test(code_challenge ?? "");
  if (!isChallenged || (state ?? "").length > 2048) return "invalid_request";
  if (!resource || !isResource(resource)) return "invalid_target";
  if (scopes.length === 0) return "invalid_scope";
}
