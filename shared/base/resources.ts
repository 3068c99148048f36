/**
 * The service as a resource of OAuth (RFC 8707): its API and its MCP server, each at its public
 * addresses. A token that is bound to one is not taken at the other.
 */
import { functionsUrl } from "./env.ts";

/** The name of the metadata below a resource's address (RFC 9728). */
export const RESOURCE_METADATA = ".well-known/oauth-protected-resource";

/** The paths of each resource below the functions. The two of MCP lead to one server. */
const paths = { api: ["/api"], mcp: ["/api/mcp", "/mcp"] } as const;

type Resource = keyof typeof paths;

/** The issuer of tokens (RFC 8414). */
export const issuer = (): string => `${functionsUrl()}/oauth`;

/** The addresses of a resource. */
export const addressesOf = (resource: Resource): string[] =>
  paths[resource].map((path) => functionsUrl() + path);

/** Whether an address is one of a resource. */
export const isResource = (address: string): boolean =>
  [...addressesOf("api"), ...addressesOf("mcp")].includes(address);

/** The resource to which the path of a request leads; every path but those of MCP is the API's. */
export const resourceAt = (path: string): Resource =>
  paths.mcp.some((each) => path === each || path.startsWith(`${each}/`)) ? "mcp" : "api";

/** The address of the metadata of the MCP server, by the path of a request to it. */
export const mcpMetadata = (path: string): string =>
  `${functionsUrl()}${path.startsWith("/api/") ? "/api/mcp" : "/mcp"}/${RESOURCE_METADATA}`;
