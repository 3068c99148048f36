import { mcpMetadata } from "../base/resources.ts";

/**
 * The value of `WWW-Authenticate` for a client of the MCP server: where it learns how to sign in (RFC
 * 9728 section 5.1) and, where its token lacks scopes, which ones (RFC 6750 section 3.1).
 */
export function challenge(path: string, scopes?: readonly string[]): string {
  const parts = {
    realm: "journal",
    ...(scopes && { error: "insufficient_scope", scope: scopes.join(" ") }),
    resource_metadata: mcpMetadata(path),
  };
  return `Bearer ${Object.entries(parts).map(([name, value]) => `${name}="${value}"`).join(", ")}`;
}
