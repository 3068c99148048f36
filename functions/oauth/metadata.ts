import { issuer } from "../../shared/base/resources.ts";
import { scope } from "../../shared/fields/scope.ts";
import { ok, part, z } from "../../shared/http/declare.ts";

/** The metadata of the authorization server, for programs (RFC 8414). */
export const routes = part();

const address = z.string().openapi({ example: "https://example.supabase.co/functions/v1/oauth" });
const words = z.array(z.string()).openapi({ example: ["none"] });

const Metadata = z.object({
  issuer: address,
  authorization_endpoint: address,
  token_endpoint: address,
  revocation_endpoint: address,
  registration_endpoint: address,
  jwks_uri: address,
  scopes_supported: z.array(scope),
  response_types_supported: words,
  response_modes_supported: words,
  grant_types_supported: words,
  token_endpoint_auth_methods_supported: words,
  revocation_endpoint_auth_methods_supported: words,
  code_challenge_methods_supported: words,
  client_id_metadata_document_supported: z.literal(true),
  authorization_response_iss_parameter_supported: z.literal(true),
  subject_types_supported: words,
  id_token_signing_alg_values_supported: words,
}).openapi("AuthorizationServer");

function metadata(): z.infer<typeof Metadata> {
  const at = issuer();
  return {
    issuer: at,
    authorization_endpoint: `${at}/authorize`,
    token_endpoint: `${at}/token`,
    revocation_endpoint: `${at}/revoke`,
    registration_endpoint: `${at}/register`,
    // There are no keys and no ID tokens; some libraries require these members.
    jwks_uri: `${at}/jwks.json`,
    scopes_supported: scope.options,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
  };
}

for (
  const [name, operationId] of [
    ["oauth-authorization-server", "getAuthorizationServer"],
    ["openid-configuration", "getOpenidConfiguration"],
  ] as const
) {
  routes.add(`GET /oauth/.well-known/${name}`, {
    auth: "none",
    operationId,
    summary: "Get what programs need to sign in",
    description: "The metadata of RFC 8414. Both names have the same.",
    query: z.looseObject({}),
    answer: ok("The metadata", Metadata),
  }, metadata);
}

routes.add("GET /oauth/jwks.json", {
  auth: "none",
  operationId: "getOauthKeys",
  summary: "Get the public keys of the authorization server, which has none",
  query: z.looseObject({}),
  answer: ok("No keys", z.object({ keys: z.array(z.looseObject({})) }), { keys: [] }),
}, () => ({ keys: [] }));
