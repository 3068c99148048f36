/** Programs that sign in, by `oauth4webapi`, which checks every answer. */
import process from "node:process";
import * as oauth from "oauth4webapi";
import { vi } from "vitest";
import { patience } from "../../packages/local-supabase/helpers.ts";
import type { ProgramAnswer } from "../../packages/stand-ins/programs.ts";
import type { Scope } from "../../shared/fields/scope.ts";
import { type Api, type Person, withToken } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

export const issuer = `${platform.base_url}/oauth`;
export const MCP = `${platform.base_url}/api/mcp`;
export const API = `${platform.base_url}/api`;
/** The library asks for https elsewhere; the platform of the tests has none. */
const insecure = { [oauth.allowInsecureRequests]: true } as const;

/** All tests come from one address of the network. */
export const forgetLimits = () =>
  sql`delete from private.rate_limit_hits
    where bucket in ('oauth', 'oauth_request', 'client_registration', 'client_document')`;

/** The authorization server, as its metadata describe it. */
export async function server(): Promise<oauth.AuthorizationServer> {
  const at = new URL(issuer);
  const options = { algorithm: "oauth2", ...insecure } as const;
  return await oauth.processDiscoveryResponse(at, await oauth.discoveryRequest(at, options));
}

/** A program, with the address to which it has users sent back. */
interface Program {
  client: oauth.Client;
  redirect: string;
}

/** Registers a program. */
export async function register(
  redirect = "http://127.0.0.1/callback",
  metadata: Record<string, string> = { client_name: "Editor" },
): Promise<Program> {
  await forgetLimits();
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      await server(),
      { ...metadata, redirect_uris: [redirect], token_endpoint_auth_method: "none" },
      insecure,
    ),
  );
  return { client, redirect };
}

/** A program with a document, which by default names it as it should. */
export async function publish(
  change: (id: string) => ProgramAnswer = () => ({}),
  redirect = "http://127.0.0.1/callback",
): Promise<Program & { seen(): Promise<{ requests: number; bytes: number }> }> {
  const name = crypto.randomUUID();
  const base = process.env.OAUTH_CLIENT_ORIGINS!;
  const client_id = `${base}/programs/${name}`;
  const document = { client_id, client_name: "Editor", redirect_uris: [redirect] };
  const answer = { document, ...change(client_id) };
  const control = `${base}/test/programs/${name}`;
  await fetch(control, { method: "PUT", body: JSON.stringify(answer) });
  await forgetLimits();
  return {
    client: { client_id },
    redirect,
    seen: async () => await (await fetch(control)).json(),
  };
}

/** A request that a program has begun. */
interface Begun extends Program {
  /** Where the browser is led: the page of the app. */
  page: URL;
  id: string;
  state: string;
  verifier: string;
  resource: string;
}

/** Begins a request; `changed` replaces parameters, and null leaves one out. */
export async function begin(
  { client, redirect }: Program,
  changed: Record<string, string | null> = {},
): Promise<Begun> {
  await forgetLimits();
  const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()];
  const parameters = {
    client_id: client.client_id,
    redirect_uri: redirect,
    response_type: "code",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    scope: "journal:read goals:write",
    state,
    resource: MCP,
    ...changed,
  };
  const given = Object.entries(parameters).filter((each): each is [string, string] =>
    each[1] !== null
  );
  const answer = await fetch(`${issuer}/authorize?${new URLSearchParams(given)}`, {
    redirect: "manual",
  });
  await answer.body?.cancel();
  if (answer.status !== 302) throw new Error(`authorize: ${answer.status}`);
  const page = new URL(answer.headers.get("location")!);
  const id = page.searchParams.get("request") ?? "";
  const resource = parameters.resource ?? MCP;
  return { client, redirect: parameters.redirect_uri!, page, id, state, verifier, resource };
}

export const pathOf = ({ id }: { id: string }) => `/api/oauth/requests/${id}`;

/** Opens and approves a request, as the page does. Returns the address with the code. */
export async function approve(
  who: Pick<Person, "api">,
  begun: Pick<Begun, "id">,
  scopes?: readonly Scope[],
): Promise<URL> {
  const { request } = await ok(who, "GET", pathOf(begun));
  const body = { scopes: scopes ?? request.scopes };
  return new URL((await ok(who, "POST", `${pathOf(begun)}/approve`, body)).redirect_to);
}

/** Opens an address of a program in the person's browser, and allows its scopes. Returns the way back. */
export async function allow(who: Pick<Person, "api">, address: string): Promise<URL> {
  await forgetLimits();
  const answer = await fetch(address, { redirect: "manual" });
  await answer.body?.cancel();
  const id = new URL(answer.headers.get("location")!).searchParams.get("request")!;
  return await approve(who, { id });
}

/** Opens an address of a program in the person's browser, allows its scopes, and goes back. */
export async function visit(who: Pick<Person, "api">, address: string): Promise<void> {
  const back = await allow(who, address);
  // A program may name the address before it listens: no person is so fast.
  const { body } = await vi.waitFor(() => fetch(back), { timeout: patience(10_000) });
  await body?.cancel();
}

/** Other values than those of the request, which a program may send. */
interface Changed {
  client?: oauth.Client;
  redirect?: string;
  verifier?: string;
  resource?: string;
}

/** Sends a code for tokens. */
export async function exchange(
  begun: Begun,
  answered: URL,
  changed: Changed = {},
): Promise<oauth.TokenEndpointResponse> {
  await forgetLimits();
  const as = await server();
  const { client, redirect, verifier, resource } = { ...begun, ...changed };
  const parameters = oauth.validateAuthResponse(as, client, answered, begun.state);
  const answer = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    oauth.None(),
    parameters,
    redirect,
    verifier,
    { additionalParameters: { resource }, ...insecure },
  );
  return await oauth.processAuthorizationCodeResponse(as, client, answer);
}

/** Sends a refresh token for new tokens. */
export async function refresh(
  client: oauth.Client,
  token: string,
  resource = MCP,
): Promise<oauth.TokenEndpointResponse> {
  await forgetLimits();
  const as = await server();
  const options = { additionalParameters: { resource }, ...insecure };
  const answer = await oauth.refreshTokenGrantRequest(as, client, oauth.None(), token, options);
  return await oauth.processRefreshTokenResponse(as, client, answer);
}

/** Gives a token back. */
export async function revoke(client: oauth.Client, token: string): Promise<void> {
  await forgetLimits();
  const as = await server();
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(as, client, oauth.None(), token, insecure),
  );
}

interface Connected extends Program {
  access: string;
  refresh: string;
  /** Sends requests with the access token. */
  api: Api;
}

/** Signs a program in. */
export async function connect(
  who: Pick<Person, "api">,
  { program, scope, resource = MCP }: { program?: Program; scope?: string; resource?: string } = {},
): Promise<Connected> {
  const given = program ?? await register();
  const begun = await begin(given, { resource, ...(scope && { scope }) });
  const tokens = await exchange(begun, await approve(who, begun));
  const access = tokens.access_token;
  return { ...given, access, refresh: tokens.refresh_token!, api: withToken(access) };
}

/** The error of the token endpoint, in the words of RFC 6749; null when it gives tokens. */
export const errorOf = (answer: Promise<unknown>): Promise<string | null> =>
  answer.then(() => null, (error) => {
    if (error instanceof oauth.ResponseBodyError) return error.error;
    throw error;
  });

export const grantsOf = async (who: Pick<Person, "api">) =>
  (await ok(who, "GET", "/api/user/grants")).grants;
