import { z } from "@hono/zod-openapi";
import { issuer } from "../base/resources.ts";
import { type Scope, scope } from "./scope.ts";

/** The metadata of a resource, for programs that sign in (RFC 9728). */
export const ProtectedResource = z.object({
  resource: z.string().openapi({ example: "https://example.supabase.co/functions/v1/api" }),
  authorization_servers: z.array(z.string()).openapi({
    example: ["https://example.supabase.co/functions/v1/oauth"],
  }),
  scopes_supported: z.array(scope),
  bearer_methods_supported: z.array(z.literal("header")).openapi({ example: ["header"] }),
  resource_name: z.string().openapi({ example: "Journal" }),
}).openapi("ProtectedResource");

/** The metadata of the resource at an address. */
export const protectedResource = (
  resource: string,
  scopes: readonly Scope[],
): z.infer<typeof ProtectedResource> => ({
  resource,
  authorization_servers: [issuer()],
  scopes_supported: [...scopes],
  bearer_methods_supported: ["header"],
  resource_name: "Journal",
});
