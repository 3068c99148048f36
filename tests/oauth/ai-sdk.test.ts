/** The AI SDK, which has a client of its own for the Model Context Protocol and for signing in. */
import { auth, createMCPClient, type OAuthClientProvider } from "@ai-sdk/mcp";
import { expect } from "vitest";
import { it } from "../support/it.ts";
import { ok } from "../support/requests.ts";
import { allow, forgetLimits, grantsOf, MCP } from "./support.ts";

const CALLBACK = "http://127.0.0.1:4714/callback";

/** The state of a program between two starts, and the address to which it has led the person. */
interface Kept {
  client?: Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>;
  server?: Parameters<NonNullable<OAuthClientProvider["saveAuthorizationServerInformation"]>>[0];
  tokens?: Awaited<ReturnType<OAuthClientProvider["tokens"]>>;
  verifier?: string;
  state?: string;
  page?: URL;
}

const providerOf = (kept: Kept): OAuthClientProvider => ({
  redirectUrl: CALLBACK,
  clientMetadata: {
    redirect_uris: [CALLBACK],
    client_name: "AI SDK",
    token_endpoint_auth_method: "none",
  },
  clientInformation: () => kept.client,
  saveClientInformation: (client) => void (kept.client = client),
  isClientInformationDynamicallyRegistered: () => true,
  authorizationServerInformation: () => kept.server,
  saveAuthorizationServerInformation: (server) => void (kept.server = server),
  tokens: () => kept.tokens,
  saveTokens: (tokens) => void (kept.tokens = tokens),
  saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
  codeVerifier: () => kept.verifier!,
  state: () => crypto.randomUUID(),
  saveState: (state) => void (kept.state = state),
  storedState: () => kept.state,
  redirectToAuthorization: (page) => void (kept.page = page),
});

it("connects by the address of the server alone, and refreshes its tokens", async ({ ana }) => {
  await ok(ana, "POST", "/api/journal", { title: "Frost", content: "White." });
  await forgetLimits();
  const kept: Kept = {};
  const authProvider = providerOf(kept);
  expect(await auth(authProvider, { serverUrl: MCP })).toBe("REDIRECT");
  const { searchParams } = await allow(ana, kept.page!.href);
  const [authorizationCode, callbackState, callbackIssuer] = ["code", "state", "iss"]
    .map((name) => searchParams.get(name)!);
  expect(
    await auth(authProvider, { serverUrl: MCP, authorizationCode, callbackState, callbackIssuer }),
  ).toBe("AUTHORIZED");

  const ask = async () => {
    const client = await createMCPClient({ transport: { type: "http", url: MCP, authProvider } });
    const { list_entries } = await client.tools();
    const answer = await list_entries!.execute({});
    await client.close();
    return answer;
  };
  const found = { structuredContent: { entries: [{ title: "Frost" }] } };
  expect(await ask()).toMatchObject(found);

  // An access token that has ended is replaced without the person.
  const { refresh_token } = kept.tokens!;
  kept.tokens!.access_token = `jt_${"0".repeat(40)}`;
  expect(await ask()).toMatchObject(found);
  expect(kept.tokens!.refresh_token).not.toBe(refresh_token);
  expect(await grantsOf(ana)).toMatchObject([{ client: { name: "AI SDK" }, resource: MCP }]);
});
