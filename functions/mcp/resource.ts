import { functionsUrl } from "../../shared/base/env.ts";
import { ProtectedResource, protectedResource } from "../../shared/fields/protected-resource.ts";
import { scope } from "../../shared/fields/scope.ts";
import { ok, part, z } from "../../shared/http/declare.ts";
import { tools } from "../tools.ts";

/** The metadata of the MCP server, for clients that sign in. */
export const routes = part();

routes.add("GET /mcp/.well-known/oauth-protected-resource", {
  auth: "none",
  operationId: "getMcpResource",
  summary: "Get how clients of the Model Context Protocol sign in",
  description:
    "The metadata of RFC 9728, with the scopes of the tools. Each of the two addresses " +
    "of the server names itself.",
  query: z.looseObject({}),
  answer: ok("The metadata", ProtectedResource),
}, ({ c }) => {
  const path = c.req.path.startsWith("/api/") ? "/api/mcp" : "/mcp";
  const needed = new Set(tools.flatMap(({ scopes }) => scopes));
  const scopes = scope.options.filter((each) => needed.has(each));
  return protectedResource(functionsUrl() + path, scopes);
});
