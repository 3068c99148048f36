/**
 * `npm run server-json -- <namespace> <address of the functions> [<address of the web app>]`: prints
 * the `server.json` with which the MCP server is published in a registry. The namespace is a domain
 * of yours in reverse: `com.example`.
 */
import { description, serverInfo } from "../functions/mcp/server.ts";

/** The entry of the registry: https://modelcontextprotocol.io/registry/remote-servers */
export const serverJson = (namespace: string, functionsUrl: string, siteUrl?: string) => ({
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: `${namespace}/${serverInfo.name}`,
  title: serverInfo.title,
  description,
  version: serverInfo.version,
  ...(siteUrl && { websiteUrl: siteUrl }),
  remotes: [{
    type: "streamable-http",
    url: new URL("api/mcp", functionsUrl.replace(/\/?$/, "/")).href,
  }],
});

if (import.meta.main) {
  const [namespace, functionsUrl, siteUrl] = Deno.args;
  if (!namespace || !functionsUrl || !URL.canParse(functionsUrl)) {
    console.error(
      "Usage: npm run server-json -- com.example https://<ref>.supabase.co/functions/v1",
    );
    Deno.exit(2);
  }
  console.log(JSON.stringify(serverJson(namespace, functionsUrl, siteUrl), null, 2));
}
