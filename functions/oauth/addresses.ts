/** Addresses of programs: where they send the user back to, and how people know them. */
import { env, functionsUrl } from "../../shared/base/env.ts";

/** Hosts of the user's own computer (RFC 8252 section 7.3). */
const LOOPBACK = ["127.0.0.1", "[::1]", "localhost"];

/**
 * Whether an address leads to the service, to which no program may send the user. Where it runs on
 * this computer, so do programs: there the port of the app alone is its own.
 */
function isOwn({ hostname, host }: URL): boolean {
  const isLocal = LOOPBACK.includes(hostname);
  const [site, functions] = [URL.parse(env("SITE_URL") ?? ""), URL.parse(functionsUrl())];
  return isLocal
    ? host === site?.host
    : hostname === site?.hostname || hostname === functions?.hostname;
}

/**
 * A scheme in the form of a reversed domain (RFC 8252 section 7.1), or a scheme that the operator names.
 * It begins with a top-level domain, so that it does not look like the host of somebody else.
 */
const isPrivateScheme = (scheme: string): boolean =>
  /^([a-z]{2}|com|org|net|app|dev|edu|gov|info|xyz)(\.[a-z0-9-]+)+$/.test(scheme) ||
  (env("OAUTH_PRIVATE_SCHEMES") ?? "cursor").split(",").some((each) => each.trim() === scheme);

/**
 * Whether a program may have an address to which users are sent back: https, the user's own computer,
 * or a scheme of the program's own. The address has no fragment, user or wildcard, leads to no host
 * of the service, and is written as browsers read it, so that no two texts are one address.
 */
export function mayRedirectTo(address: string): boolean {
  const url = URL.parse(address);
  if (!url || address.length > 2048 || /[\s#*\\]|[^\x21-\x7e]/.test(address)) return false;
  const scheme = url.protocol.slice(0, -1);
  if (scheme !== "https" && scheme !== "http") return isPrivateScheme(scheme);
  if (url.username || url.password || /%2f|%5c/i.test(url.pathname)) return false;
  if (![url.href, url.href.replace(/\/$/, "")].includes(address)) return false;
  // A host with a final dot is the same host for a name server, and another text here.
  if (url.hostname.endsWith(".") || isOwn(url)) return false;
  return scheme === "https" || LOOPBACK.includes(url.hostname);
}

/** The part of an address that people see: its host, or the scheme of a program's own. */
export function hostOf(address: string): string {
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) ? hostname : protocol;
}

/** Whether the id of a program is the address of its document. */
export const isDocument = (clientId: string): boolean => /^https?:\/\//.test(clientId);

/** Whether an id can be that of a program: the id that a registration gave, or an address as browsers write it. */
export const isClientId = (clientId: string): boolean =>
  !isDocument(clientId) || URL.parse(clientId)?.href === clientId;

/** The host that stands for a program: the host of its document, without one the host to which it sends the user. */
export const clientHost = (clientId: string, redirect: string): string =>
  hostOf(isDocument(clientId) ? clientId : redirect);

/**
 * The name that a program gives itself, without control signs and signs that turn or hide text; empty where no
 * letter or digit is left.
 */
export function cleanName(given: unknown): string {
  if (typeof given !== "string") return "";
  const name = given.replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/\s+/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(name) ? Array.from(name).slice(0, 60).join("").trim() : "";
}

/** The address with further parameters, the rest as it was written. */
export function withParameters(
  address: string,
  parameters: Record<string, string | null | undefined>,
): string {
  const given = Object.entries(parameters).filter((each): each is [string, string] => !!each[1]);
  return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams(given)}`;
}
