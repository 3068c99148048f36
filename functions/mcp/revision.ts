/**
 * The revisions of the protocol. Until 2025-11-25 a client names its revision in `initialize`, and
 * in a header later. Since 2026-07-28 each request names it, with what the client can do, and repeats
 * parts of itself in headers: https://modelcontextprotocol.io/specification/2026-07-28/basic.
 */
import { z } from "@hono/zod-openapi";
import { type Message, ProtocolError } from "./messages.ts";

/** The revisions that begin with `initialize`, the latest last. */
export const handshakes = ["2025-06-18", "2025-11-25"] as const;
const MODERN = "2026-07-28";
/** All revisions, the latest first. */
export const supported = [MODERN, ...handshakes.toReversed()];

const PREFIX = "io.modelcontextprotocol/";
/** The extension for pages that a client shows beside an answer. */
export const UI = `${PREFIX}ui`;
export const VIEW = "text/html;profile=mcp-app";

/** The headers that the protocol knows. */
export interface Headers {
  version?: string;
  method?: string;
  name?: string;
}

/** How a request is answered. */
export interface Revision {
  isModern: boolean;
  /** The client shows pages of the server. */
  showsViews: boolean;
}

const Meta = z.looseObject({
  [`${PREFIX}protocolVersion`]: z.string().optional(),
  [`${PREFIX}clientCapabilities`]: z.looseObject({
    extensions: z.looseObject({
      [UI]: z.looseObject({ mimeTypes: z.array(z.string()).optional() }).optional(),
    }).optional(),
  }).optional(),
});

/** The parameter that `Mcp-Name` repeats. */
const named: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** The revision that a request names. @throws {ProtocolError} where it breaks the rules of that one */
export function revisionOf(
  { method, params = {} }: z.infer<typeof Message>,
  headers: Headers,
): Revision {
  const { data: meta } = Meta.safeParse(params._meta ?? {});
  if (!meta) throw new ProtocolError("meta", "_meta: expected the members of the protocol");
  const version = meta[`${PREFIX}protocolVersion`] as string | undefined;
  const asked = version ?? headers.version;
  if (asked === undefined) return { isModern: false, showsViews: false };
  if (asked !== headers.version) {
    throw mismatch("MCP-Protocol-Version", headers.version, asked);
  }
  requireKnown(asked);
  if (asked !== MODERN) return { isModern: false, showsViews: false };
  const capabilities = meta[`${PREFIX}clientCapabilities`] as Capabilities | undefined;
  if (version === undefined || !capabilities) {
    throw new ProtocolError(
      "meta",
      `_meta: expected ${PREFIX}protocolVersion and ${PREFIX}clientCapabilities`,
    );
  }
  if (headers.method !== method) throw mismatch("Mcp-Method", headers.method, method);
  const name = params[named[method] ?? ""];
  if (typeof name === "string" && decoded(headers.name) !== name) {
    throw mismatch("Mcp-Name", headers.name, name);
  }
  return { isModern: true, showsViews: !!capabilities.extensions?.[UI]?.mimeTypes?.includes(VIEW) };
}

interface Capabilities {
  extensions?: { [UI]?: { mimeTypes?: string[] } };
}

/** @throws {ProtocolError} for a revision that the server does not speak */
export function requireKnown(version: string | undefined): void {
  if (version === undefined || supported.includes(version)) return;
  const requested = version.slice(0, 100);
  throw new ProtocolError("version", "Unsupported protocol version", { supported, requested });
}

const mismatch = (header: string, given: string | undefined, expected: string) =>
  new ProtocolError(
    "headers",
    `Header mismatch: ${header} is ${
      given === undefined ? "missing" : `'${given.slice(0, 100)}'`
    }` +
      `, and the body has '${expected.slice(0, 100)}'`,
  );

/** The value of `Mcp-Name`: a value beyond ASCII comes as `=?base64?...?=`. */
function decoded(value: string | undefined): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value ?? "")?.[1];
  if (encoded === undefined) return value;
  try {
    const bytes = Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
