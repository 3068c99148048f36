/** Checks and builds redirect addresses. */
import type { Context } from "hono";
import type { AuthContext } from "./context.ts";
import { type AuthError, failure } from "./errors.ts";

/**
 * The address to go to: the wanted one when it is allowed, otherwise the referring page when that
 * is allowed, otherwise the site.
 */
export function redirectTarget(auth: AuthContext, c: Context, inBody = ""): string {
  const candidates = [
    inBody,
    c.req.header("redirect_to"),
    c.req.query("redirect_to"),
    c.req.header("referer"),
  ];
  return candidates.find((address) => address && isAllowed(auth, address)) ?? auth.siteUrl;
}

/** Allows the site's host, this machine, and addresses by the patterns; never a bare address. */
function isAllowed(auth: AuthContext, address: string): boolean {
  const target = parse(address);
  // Browsers read a backslash as a slash and skip line ends, so the patterns would be misled.
  if (!target || /[\\\s]/.test(address)) return false;
  if (target.hostname === parse(auth.siteUrl)?.hostname) return true;
  if (target.hostname === "[::1]" || /^127(\.\d+){3}$/.test(target.hostname)) return true;
  if (target.hostname.startsWith("[") || /^\d+(\.\d+){3}$/.test(target.hostname)) return false;
  return auth.redirectUrls.some((pattern) => globToRegExp(pattern).test(address));
}

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

/** `*` stays within a part between `.` and `/`, `**` does not, `?` is one character of a part. */
function globToRegExp(pattern: string): RegExp {
  const source = pattern.replace(/\*\*|[*?]|[.+^${}()|[\]\\]/g, (token) => {
    if (token === "**") return ".*";
    if (token === "*") return "[^./]*";
    return token === "?" ? "[^./]" : `\\${token}`;
  });
  return new RegExp(`^${source}$`);
}

/** The link of a message: it verifies the token and goes on to `redirectTo`. */
export function actionLink(
  auth: AuthContext,
  { token, type, redirectTo }: { token: string; type: string; redirectTo: string },
): string {
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo });
  return `${auth.issuer}/verify?${query}`;
}

/** The address with parameters in its fragment, where no server on the way sees them. */
export function withFragment(address: string, parameters: Record<string, string | number>): string {
  const url = parse(address);
  if (!url) throw failure(`Not an address: ${address}`);
  const entries = Object.entries(parameters).map(([name, value]) => [name, String(value)]);
  // `sb` tells the client library that the fragment is meant for it.
  url.hash = new URLSearchParams([...entries, ["sb", ""]]).toString();
  return url.toString();
}

/** Names of RFC 6749, section 4.1.2.1, for the statuses a verification can fail with. */
const oauthNames: Record<number, string> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
  500: "server_error",
};

/** The address with a refusal in its fragment and, for a PKCE client, in its query too. */
export function withError(address: string, error: AuthError, pkce: boolean): string {
  const parameters = {
    error: oauthNames[error.status] ?? "server_error",
    error_code: error.code,
    error_description: error.message,
  };
  return withFragment(pkce ? withQuery(address, parameters) : address, parameters);
}

/** The address with parameters added to its query. */
export function withQuery(address: string, parameters: Record<string, string>): string {
  const url = parse(address);
  if (!url) throw failure(`Not an address: ${address}`);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.toString();
}
