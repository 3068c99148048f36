/** The client of the official SDK for the Model Context Protocol signs a person in by the page. */
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { ok } from "../../../tests/support/requests.ts";
import { person } from "../../../tests/support/people.ts";
import { forgetLimits, grantsOf, MCP } from "../../../tests/oauth/support.ts";
import { button, device, open, signIn } from "./browser.ts";

const CALLBACK = "http://127.0.0.1:4713/callback";

it("connects by the address of the server alone, and refreshes its tokens", async () => {
  await forgetLimits();
  const ana = await person("Ana");
  await ok(ana, "POST", "/api/journal", { title: "River", content: "Cold" });
  const context = await device();
  await context.route(`${CALLBACK}**`, (route) => route.fulfill({ body: "Back in the program" }));
  const page = await open(context);
  await signIn(page, ana);

  const kept: {
    client?: Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>;
    tokens?: Awaited<ReturnType<OAuthClientProvider["tokens"]>>;
    verifier?: string;
  } = {};
  const authProvider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: { redirect_uris: [CALLBACK], client_name: "SDK" },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier!,
    redirectToAuthorization: async (address) => void await page.goto(address.href),
  };
  const begin = async () => {
    const transport = new StreamableHTTPClientTransport(new URL(MCP), { authProvider });
    const client = new Client({ name: "test", version: "1.0.0" }, {
      versionNegotiation: { mode: { pin: "2026-07-28" } },
    });
    return { client, transport, failure: await client.connect(transport).catch((e) => e) };
  };
  const first = await begin();
  expect(String(first.failure)).toContain("Unauthorized");
  await page.getByRole("heading", { name: "asks to use your journal" }).waitFor();
  await button(page, /^Allow$/).click();
  await page.waitForURL(/\/callback\?/);
  await first.transport.finishAuth(new URL(page.url()).searchParams);

  const second = await begin();
  expect(second.failure).toBeUndefined();
  const { structuredContent } = await second.client.callTool({ name: "list_entries" });
  expect(structuredContent).toMatchObject({ entries: [{ title: "River" }] });
  await second.client.close();

  // An access token that has ended is replaced without the person.
  const { refresh_token } = kept.tokens!;
  kept.tokens!.access_token = `jt_${"0".repeat(40)}`;
  const third = await begin();
  expect(third.failure).toBeUndefined();
  expect(kept.tokens!.refresh_token).not.toBe(refresh_token);
  await third.client.close();
  expect(await grantsOf(ana)).toMatchObject([{ client: { name: "SDK" }, resource: MCP }]);
});
