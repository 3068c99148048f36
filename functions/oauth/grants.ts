import { type Scope, scope } from "../../shared/fields/scope.ts";
import { done, f, must, ok, part, shaped, z } from "../../shared/http/declare.ts";
import { OauthProgram } from "./fields.ts";

/** The programs that a user has let in. */
export const routes = part();

const Grant = z.object({
  id: f.uuid,
  client: OauthProgram,
  scopes: z.array(scope),
  resource: z.string().openapi({
    description: "The address at which its tokens are taken.",
    example: "https://example.supabase.co/functions/v1/api/mcp",
  }),
  created_at: f.timestamp,
  last_used_at: f.timestamp.nullable().openapi({
    description: "Right to five minutes; null before the first use.",
    example: null,
  }),
}).openapi("Grant");

routes.add("GET /user/grants", {
  auth: "account_holder",
  operationId: "listGrants",
  summary: "List the programs that the caller has let in, newest first",
  description: "Without ended ones; at most 20.",
  answer: ok("The grants", z.object({ grants: z.array(Grant) })),
}, async ({ db }) => ({
  grants: must(shaped(z.array(Grant), await db.rpc("list_grants"))).map((row) => ({
    ...row,
    scopes: row.scopes as Scope[],
  })),
}));

routes.add("DELETE /user/grants/{id}", {
  auth: "account_holder",
  operationId: "endGrant",
  summary: "Disconnect a program",
  description: "Ends all its tokens at once.",
  notFound: "Grant",
  answer: done("Program disconnected"),
}, async ({ db, params }) => {
  must(await db.rpc("end_grant", { p_id: params.id }));
});
