/** Programs that sign in, from their first request to their last token. */
import * as oauth from "oauth4webapi";
import { describe, expect } from "vitest";
import { patience } from "../../packages/local-supabase/helpers.ts";
import { it } from "../support/it.ts";
import { anonymous, send, withToken } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { codeOf, ISO, ok, outcome, UUID } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { toolsOf } from "../mcp/support.ts";
import {
  API,
  approve,
  begin,
  connect,
  errorOf,
  exchange,
  forgetLimits,
  grantsOf,
  issuer,
  MCP,
  pathOf,
  publish,
  refresh,
  register,
  revoke,
  server,
} from "./support.ts";

const ROOT = `${platform.api_url}/.well-known`;

describe("the metadata", () => {
  it("are found below each address and at the root of the host, by any origin", async () => {
    const { origin } = new URL("https://elsewhere.example");
    for (
      const [address, member, value] of [
        [`${issuer}/.well-known/openid-configuration`, "issuer", issuer],
        [`${issuer}/.well-known/oauth-authorization-server`, "issuer", issuer],
        [`${ROOT}/oauth-authorization-server/functions/v1/oauth`, "issuer", issuer],
        [`${ROOT}/openid-configuration/functions/v1/oauth`, "issuer", issuer],
        [`${MCP}/.well-known/oauth-protected-resource`, "resource", MCP],
        [
          `${platform.base_url}/mcp/.well-known/oauth-protected-resource`,
          "resource",
          `${platform.base_url}/mcp`,
        ],
        [`${ROOT}/oauth-protected-resource/functions/v1/api/mcp`, "resource", MCP],
        [`${ROOT}/oauth-protected-resource/functions/v1/api`, "resource", API],
        [`${API}/.well-known/oauth-protected-resource`, "resource", API],
      ] as const
    ) {
      const answer = await fetch(address, { headers: { origin } });
      expect([address, (await answer.json())[member]]).toEqual([address, value]);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    }
  });

  it("have the members that SDKs require", async () => {
    expect(await server()).toMatchObject({
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
    expect((await send("GET", "/oauth/jwks.json")).body).toEqual({ keys: [] });
    const { body } = await send("GET", "/api/mcp/.well-known/oauth-protected-resource");
    expect(body).toMatchObject({
      authorization_servers: [issuer],
      scopes_supported: ["journal:read", "journal:write", "goals:read", "goals:write"],
    });
  });

  it("are named by the refusal of the MCP server", async () => {
    for (const path of ["/api/mcp", "/mcp"]) {
      const { status, headers } = await anonymous.api("POST", path, { jsonrpc: "2.0", id: 1 });
      expect([status, headers.get("www-authenticate")]).toEqual([
        401,
        `Bearer realm="journal", ` +
        `resource_metadata="${platform.base_url}${path}/.well-known/oauth-protected-resource"`,
      ]);
    }
  });
});

describe("a program that has registered", () => {
  it("is let in with the scopes that the user leaves, and told so", async ({ ana }) => {
    const program = await register("http://127.0.0.1/callback", { client_name: "Edi\u202etor" });
    const begun = await begin(program, { redirect_uri: "http://127.0.0.1:4711/callback" });
    expect(begun.page.href).toBe(`https://app.example.com/connect?request=${begun.id}`);
    const { request } = await ok(ana, "GET", pathOf(begun));
    expect(request).toEqual({
      id: begun.id,
      client: { id: program.client.client_id, name: "Editor", host: "127.0.0.1" },
      redirect_host: "127.0.0.1",
      scopes: ["journal:read", "goals:write"],
      resource: MCP,
      expires_at: expect.stringMatching(ISO),
    });
    const answered = await approve(ana, begun, ["journal:read"]);
    expect([answered.origin + answered.pathname, answered.searchParams.get("iss")])
      .toEqual(["http://127.0.0.1:4711/callback", issuer]);
    const tokens = await exchange(begun, answered);
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 3600, scope: "journal:read" });
    const api = withToken(tokens.access_token);
    expect(await toolsOf(api)).toContain("read_entry");
    expect(await toolsOf(api)).not.toContain("check_in_goal");
    expect(await grantsOf(ana)).toEqual([{
      id: expect.stringMatching(UUID),
      client: request.client,
      scopes: ["journal:read"],
      resource: MCP,
      created_at: expect.stringMatching(ISO),
      last_used_at: expect.stringMatching(ISO),
    }]);
  });

  it("asks for entries and goals where it names no scope", async ({ ana }) => {
    const begun = await begin(await register(), { scope: null });
    const { request } = await ok(ana, "GET", pathOf(begun));
    expect(request.scopes).toEqual(["journal:read", "goals:read"]);
  });

  it("may use a scheme of its own", async ({ ana }) => {
    for (const redirect of ["com.example.editor:/back", "cursor://anysphere.cursor-mcp/back"]) {
      const begun = await begin(await register(redirect));
      const answered = await approve(ana, begun);
      expect(answered.href.startsWith(redirect)).toBe(true);
      expect((await exchange(begun, answered)).scope).toBe("goals:write journal:read");
    }
  });

  it("is called by its host where its name has no letter", async ({ ana }) => {
    const program = await register("https://editor.example/back", {
      client_name: "\u200b\u2066 !",
    });
    const { request } = await ok(ana, "GET", pathOf(await begin(program)));
    expect(request.client.name).toBe("editor.example");
  });

  it("is forgotten after 30 days without a grant", async ({ ana }) => {
    const [kept, gone] = [await register(), await register()];
    await connect(ana, { program: kept });
    const ids = [kept.client.client_id, gone.client.client_id];
    await sql`update private.oauth_clients set made_at = now() - interval '31 days'
      where id = any (${ids})`;
    await sql`select private.purge()`;
    const left = await sql`select id from private.oauth_clients where id = any (${ids})`;
    expect(left.map(({ id }) => id)).toEqual([kept.client.client_id]);
  });
});

describe("a program with a document", () => {
  it("is let in by the address of the document, which is read once a day", async ({ ana, ben }) => {
    const program = await publish();
    const begun = await begin(program);
    expect((await program.seen()).requests).toBe(0);
    const { request } = await ok(ana, "GET", pathOf(begun));
    expect(request.client).toEqual({
      id: program.client.client_id,
      name: "Editor",
      host: "127.0.0.1",
    });
    await exchange(begun, await approve(ana, begun));
    await connect(ben, { program });
    expect((await program.seen()).requests).toBe(1);
    await sql`update private.oauth_clients set made_at = now() - interval '25 hours'
      where id = ${program.client.client_id}`;
    await connect(ben, { program });
    expect((await program.seen()).requests).toBe(2);
  });
});

describe("the answer of the user", () => {
  it("is a refusal, too", async ({ ana }) => {
    const begun = await begin(await register());
    await ok(ana, "GET", pathOf(begun));
    const { redirect_to } = await ok(ana, "POST", `${pathOf(begun)}/deny`);
    const { searchParams } = new URL(redirect_to);
    expect(Object.fromEntries(searchParams))
      .toEqual({ error: "access_denied", state: begun.state, iss: issuer });
    expect(await codeOf(ana.api("POST", `${pathOf(begun)}/approve`, { scopes: ["journal:read"] })))
      .toBe("409 already_decided");
  });

  it.for(
    [
      ["unsupported_response_type", { response_type: "token" }],
      ["invalid_request", { code_challenge_method: "plain" }],
      ["invalid_request", { code_challenge: null }],
      ["invalid_target", { resource: null }],
      ["invalid_target", { resource: "https://elsewhere.example" }],
      ["invalid_scope", { scope: "everything" }],
    ] as const,
  )("tells a program that asks in a wrong way: %s", async ([error, changed], { ana }) => {
    const begun = await begin(await register(), changed);
    expect(await codeOf(ana.api("GET", pathOf(begun)))).toBe(`400 ${error}`);
    const { redirect_to } = await ok(ana, "POST", `${pathOf(begun)}/deny`);
    const { searchParams } = new URL(redirect_to);
    expect([searchParams.get("error"), searchParams.get("state")]).toEqual([error, begun.state]);
  });
});

describe("tokens", () => {
  it("are exchanged for new ones", async ({ ana }) => {
    const { client, access, refresh: first } = await connect(ana);
    const next = await refresh(client, first);
    expect(next.access_token).not.toBe(access);
    expect(next.refresh_token).not.toBe(first);
    expect(await toolsOf(withToken(next.access_token))).toContain("read_entry");
    expect(await grantsOf(ana)).toHaveLength(1);
  });

  it("are given again for a minute, until the new one is used", async ({ ana }) => {
    const { client, refresh: first } = await connect(ana);
    const second = await refresh(client, first);
    const again = await refresh(client, first);
    expect(again.refresh_token).toBe(second.refresh_token);
    await refresh(client, second.refresh_token!);
    expect(await errorOf(refresh(client, first))).toBe("invalid_grant");
    expect(await grantsOf(ana)).toEqual([]);
  });

  it("end after an hour, 90 days and 366 days", async ({ ana }) => {
    const { client, api, refresh: first } = await connect(ana);
    const [row] = await sql`
      select g.expires_at - g.created_at = interval '366 days' as year,
        r.expires_at - r.created_at = interval '90 days' as quarter
      from private.grants as g join private.refresh_tokens as r on r.grant_id = g.id
      where g.user_id = ${ana.id}`;
    expect(row).toEqual({ year: true, quarter: true });
    await sql`update private.personal_tokens set expires_at = now() where user_id = ${ana.id}`;
    expect(await outcome({ api }, "POST", "/api/mcp", { jsonrpc: "2.0", id: 1, method: "ping" }))
      .toMatch(/^401/);
    await sql`update private.grants set expires_at = now() where user_id = ${ana.id}`;
    expect(await errorOf(refresh(client, first))).toBe("invalid_grant");
    expect(await grantsOf(ana)).toEqual([]);
  });

  it("are given back one by one, and with the refresh token all at once", async ({ ana }) => {
    const { client, access, api, refresh: first } = await connect(ana);
    await revoke(client, access);
    expect(await outcome({ api }, "POST", "/api/mcp", {})).toMatch(/^401/);
    const next = await refresh(client, first);
    await revoke(client, next.refresh_token!);
    await revoke(client, "unknown");
    const after = withToken(next.access_token);
    expect(await outcome({ api: after }, "POST", "/api/mcp", {})).toMatch(/^401/);
    expect(await grantsOf(ana)).toEqual([]);
  });

  it("are asked for 60 times a minute, refused requests included", async () => {
    await forgetLimits();
    const body = new URLSearchParams({ grant_type: "refresh_token", client_id: "x" });
    const ask = () => send("POST", "/oauth/token", body);
    const refused = await ask();
    expect([refused.status, refused.body.error]).toEqual([400, "invalid_target"]);
    expect(refused.headers.get("cache-control")).toBe("no-store");
    // Other files forget the limits of this address meanwhile.
    await expect.poll(async () => {
      await ask();
      await sql`update private.rate_limit_hits set cost = 60 where bucket = 'oauth'`;
      const { status, body: { error }, headers } = await ask();
      return [status, error, Number(headers.get("retry-after")) > 0];
    }, { timeout: patience(10_000) }).toEqual([429, "rate_limited", true]);
    await forgetLimits();
  });

  it("are refused in the words of the protocol", async () => {
    await forgetLimits();
    const ask = async (given: string) => (await send("POST", "/oauth/token", given)).body.error;
    const resource = `resource=${encodeURIComponent(MCP)}`;
    expect(await ask("")).toBe("invalid_request");
    expect(await ask(`grant_type=password&client_id=x&${resource}`)).toBe("unsupported_grant_type");
    expect(await ask("grant_type=refresh_token&grant_type=refresh_token")).toBe("invalid_request");
    expect(await ask(`grant_type=refresh_token&client_id=%00&refresh_token=x&${resource}`))
      .toBe("invalid_request");
    const code = `grant_type=authorization_code&code=x&redirect_uri=https://a.example/` +
      `&code_verifier=${"v".repeat(43)}&client_id=https://&${resource}`;
    expect(await ask(code)).toBe("invalid_grant");
    expect((await send("POST", "/oauth/register", "no JSON")).body.error)
      .toBe("invalid_client_metadata");
  });
});

it("the library accepts what the service registers", async () => {
  const { client } = await register("https://editor.example/back");
  expect(client).toMatchObject({
    client_id: expect.stringMatching(/^jc_[0-9a-f]{32}$/),
    token_endpoint_auth_method: "none",
  });
  expect(oauth.None).toBeTypeOf("function");
});
