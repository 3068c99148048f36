import { HttpError } from "../../shared/base/errors.ts";
import { parseJson } from "../../shared/base/text.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { created, must, part, raw, z } from "../../shared/http/declare.ts";
import { cleanName, hostOf, mayRedirectTo } from "./addresses.ts";

/** Registration of programs that have no document of their own (RFC 7591). */
export const routes = part();

const Given = z.object({
  client_name: z.unknown(),
  redirect_uris: z.array(z.string()).min(1).max(10),
});

const Client = z.object({
  client_id: z.string().openapi({ example: "jc_9f2c4e1ab07d5386c9e4f1a2b3d60785" }),
  client_id_issued_at: z.int().openapi({ description: "Unix time.", example: 1795249860 }),
  client_name: z.string().openapi({ example: "Editor" }),
  redirect_uris: z.array(z.string()).openapi({ example: ["http://127.0.0.1/callback"] }),
  token_endpoint_auth_method: z.literal("none"),
  grant_types: z.array(z.string()).openapi({ example: ["authorization_code", "refresh_token"] }),
  response_types: z.array(z.string()).openapi({ example: ["code"] }),
}).openapi("OauthClient");

routes.add("POST /oauth/register", {
  auth: "none",
  operationId: "registerOauthClient",
  summary: "Register a program",
  description:
    "A program without a secret: whatever it asks for, `token_endpoint_auth_method` is " +
    "`none`. Its addresses are https, of the user's own computer (with any port), or have a scheme " +
    "of the program's own. It is forgotten after 30 days without a grant.",
  body: raw("The metadata of RFC 7591", {
    client_name: "Editor",
    redirect_uris: ["http://127.0.0.1/callback"],
  }),
  limit: "client_registration",
  answer: created("The registered program", Client),
  refusals: {
    400: {
      description: "The metadata or an address cannot be used.",
      codes: ["invalid_client_metadata", "invalid_redirect_uri"],
      example: "redirect_uris: expected https, this computer or a scheme of your own",
    },
  },
}, async ({ c }) => {
  const { data } = Given.safeParse(parseJson(await c.req.text()));
  if (!data) {
    throw new HttpError(400, "Expected JSON with 1 to 10 redirect_uris", {
      code: "invalid_client_metadata",
    });
  }
  const { redirect_uris } = data;
  if (!redirect_uris.every(mayRedirectTo)) {
    throw new HttpError(
      400,
      "redirect_uris: expected https, this computer or a scheme of your own",
      { code: "invalid_redirect_uri" },
    );
  }
  const client_name = cleanName(data.client_name) || hostOf(redirect_uris[0]!);
  const client_id = must(
    await serviceClient().rpc("register_oauth_client", {
      p_name: client_name,
      p_redirect_uris: redirect_uris,
    }),
  );
  c.header("Cache-Control", "no-store");
  return {
    client_id,
    client_id_issued_at: Math.floor(Date.now() / 1000),
    client_name,
    redirect_uris,
    token_endpoint_auth_method: "none" as const,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
});
