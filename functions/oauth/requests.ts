import type { ErrorCode } from "../../shared/base/codes.ts";
import { HttpError } from "../../shared/base/errors.ts";
import { issuer } from "../../shared/base/resources.ts";
import type { Db } from "../../shared/database/clients.ts";
import { scope } from "../../shared/fields/scope.ts";
import type { CallerContext } from "../../shared/http/limits.ts";
import { f, json, must, ok, part, shaped, z } from "../../shared/http/declare.ts";
import { clientHost, hostOf, withParameters } from "./addresses.ts";
import { readDocument } from "./documents.ts";
import { OauthProgram } from "./fields.ts";

/** The decision of a user about a program that asks to be let in. */
export const routes = part();

const OauthRequest = z.object({
  id: f.uuid,
  client: OauthProgram,
  redirect_host: z.string().openapi({
    description: "Where the decision is sent: a host, or the scheme of a program's own.",
    example: "127.0.0.1",
  }),
  scopes: z.array(scope),
  resource: z.string().openapi({
    description: "The address that the program may use.",
    example: "https://example.supabase.co/functions/v1/api/mcp",
  }),
  expires_at: f.timestamp,
}).openapi("OauthRequest");

/** A request as the database opens it. */
const Opened = z.object({
  id: z.string(),
  client_id: z.string(),
  client_name: z.string().nullable(),
  redirect_uri: z.string(),
  scopes: z.array(scope),
  resource: z.string().nullable(),
  fault: z.enum(["invalid_request", "unsupported_response_type", "invalid_scope", "invalid_target"])
    .nullable(),
  expires_at: z.string(),
  needs_document: z.boolean(),
});

const faults = [
  "invalid_client",
  "invalid_redirect_uri",
  "invalid_request",
  "unsupported_response_type",
  "invalid_scope",
  "invalid_target",
] as const satisfies ErrorCode[];

const refusals = {
  403: {
    description: "The caller has a classroom account, or a super admin acts as the user.",
    codes: ["forbidden", "impersonated"],
    example: "Classroom accounts may not connect programs",
  },
  409: {
    description: "The request is decided.",
    codes: ["already_decided", "conflict"],
    example: "This request is already decided",
  },
  410: {
    description: "The request is older than ten minutes.",
    codes: ["gone"],
    example: "This request has ended, connect again from the program",
  },
} as const;

routes.add("GET /oauth/requests/{id}", {
  auth: "account_holder",
  operationId: "getOauthRequest",
  summary: "Open the request of a program",
  description:
    "From then on the request is the caller's alone. Reads the document of the program " +
    "where its id is an address. Nobody has checked what a program calls itself.",
  notFound: "Request",
  answer: ok("The request", z.object({ request: OauthRequest })),
  refusals: {
    ...refusals,
    400: {
      description: "The program is unknown, has another address, or asks in a wrong way.",
      codes: faults,
      example: "The program is unknown",
    },
    429: "The documents of a host were read 10 times within a minute.",
  },
}, async ({ c, db, params: { id } }) => {
  const request = await open(c, db, id);
  const { client_id, client_name, redirect_uri, resource, fault, expires_at } = request;
  if (fault) {
    throw new HttpError(400, "The program asks in a way that cannot be approved", { code: fault });
  }
  const host = clientHost(client_id, redirect_uri);
  return {
    request: {
      id,
      client: { id: client_id, name: client_name ?? host, host },
      redirect_host: hostOf(redirect_uri),
      scopes: request.scopes,
      resource: resource!,
      expires_at,
    },
  };
});

/** Opens a request, after the document of its program is read where that is not known. */
async function open(c: CallerContext, db: Db, p_id: string): Promise<z.infer<typeof Opened>> {
  const ask = async () => must(shaped(Opened, await db.rpc("open_oauth_request", { p_id })));
  const request = await ask();
  if (!request.needs_document) return request;
  await readDocument(c, request.client_id);
  return await ask();
}

const decision = z.object({
  redirect_to: z.string().openapi({
    description: "Where the browser goes now.",
    example: "http://127.0.0.1:8765/callback?code=5a1d...&state=af0ifjsldkj&iss=https%3A%2F%2F...",
  }),
});

routes.add("POST /oauth/requests/{id}/approve", {
  auth: "account_holder",
  operationId: "approveOauthRequest",
  summary: "Let a program in",
  description: "With some of the scopes that it asks for. One request is decided once.",
  notFound: "Request",
  body: json(z.object({
    scopes: z.array(scope).min(1).openapi({ example: ["journal:read"] }),
  })),
  shownOnce: ["redirect_to"],
  answer: ok("The way back to the program", decision),
  refusals: {
    ...refusals,
    400: {
      description: "The request cannot be approved, or not with these scopes.",
      codes: faults,
      example: "scopes: expected scopes that the program asks for",
    },
    409: {
      description: "The request is decided, was not opened, or 20 programs are connected.",
      codes: ["already_decided", "conflict", "quota_reached"],
      example: "This request is already decided",
    },
  },
}, async ({ c, db, params: { id }, body: { scopes } }) => {
  const approved = must(await db.rpc("approve_oauth_request", { p_id: id, p_scopes: scopes }));
  c.header("Cache-Control", "no-store");
  return back(approved);
});

routes.add("POST /oauth/requests/{id}/deny", {
  auth: "account_holder",
  operationId: "denyOauthRequest",
  summary: "Do not let a program in",
  description: "Also the way back from a request that cannot be approved.",
  notFound: "Request",
  answer: ok("The way back to the program", decision),
  refusals,
}, async ({ db, params: { id } }) => back(must(await db.rpc("deny_oauth_request", { p_id: id }))));

/** The address of the program with its answer, and who answers (RFC 9207). */
function back(decided: unknown): z.infer<typeof decision> {
  const { redirect_uri, ...answer } = decided as Record<string, string> & { redirect_uri: string };
  return { redirect_to: withParameters(redirect_uri, { ...answer, iss: issuer() }) };
}
