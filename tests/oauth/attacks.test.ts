/** Attacks of hostile programs on the way to a token: each is refused. */
import { describe, expect } from "vitest";
import { outside } from "../../shared/base/outside.ts";
import { it } from "../support/it.ts";
import { makeToken } from "../personal-tokens/support.ts";
import { withToken } from "../support/people.ts";
import { codeOf, ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { post } from "../mcp/support.ts";
import {
  API,
  approve,
  begin,
  connect,
  errorOf,
  exchange,
  forgetLimits,
  grantsOf,
  pathOf,
  publish,
  refresh,
  register,
  revoke,
} from "./support.ts";

const REDIRECT = "https://editor.example/back";

describe("a code", () => {
  it("of another person's browser is refused, which has another state and verifier", async ({ ana, ben }) => {
    const program = await register(REDIRECT);
    const [ours, theirs] = [await begin(program), await begin(program)];
    const [answered] = [await approve(ben, theirs), await approve(ana, ours)];
    await expect(exchange(ours, answered!)).rejects.toThrow(/state/);
    // The state is guessed: the verifier is not.
    expect(await errorOf(exchange({ ...ours, state: theirs.state }, answered!)))
      .toBe("invalid_grant");
    expect(await grantsOf(ben)).toEqual([]);
  });

  it("works once, and a second use ends what the first has given", async ({ ana }) => {
    const begun = await begin(await register(REDIRECT));
    const answered = await approve(ana, begun);
    const { access_token } = await exchange(begun, answered);
    const api = withToken(access_token);
    expect((await post(api, "ping")).status).toBe(200);
    expect(await errorOf(exchange(begun, answered))).toBe("invalid_grant");
    expect((await post(api, "ping")).status).toBe(401);
    expect(await grantsOf(ana)).toEqual([]);
  });

  it("of another program is refused", async ({ ana }) => {
    const begun = await begin(await register(REDIRECT));
    const { client } = await register(REDIRECT);
    expect(await errorOf(exchange(begun, await approve(ana, begun), { client })))
      .toBe("invalid_grant");
  });

  it("with another verifier is refused", async ({ ana }) => {
    const begun = await begin(await register(REDIRECT));
    const verifier = "x".repeat(43);
    expect(await errorOf(exchange(begun, await approve(ana, begun), { verifier })))
      .toBe("invalid_grant");
  });

  it("with another address is refused", async ({ ana }) => {
    const begun = await begin(await register("http://127.0.0.1/back"));
    const redirect = "http://127.0.0.1:4711/back";
    expect(await errorOf(exchange(begun, await approve(ana, begun), { redirect })))
      .toBe("invalid_grant");
  });

  it("is refused after a minute", async ({ ana }) => {
    const begun = await begin(await register(REDIRECT));
    const answered = await approve(ana, begun);
    await sql`update private.oauth_requests set expires_at = now() where id = ${begun.id}`;
    expect(await errorOf(exchange(begun, answered))).toBe("invalid_grant");
  });
});

describe("a redirect", () => {
  it.for([
    ["by prefix", `${REDIRECT}/evil`],
    ["by prefix of the host", "https://editor.example.evil.example/back"],
    ["with another query", `${REDIRECT}?next=https://evil.example`],
    ["with userinfo", "https://editor.example@evil.example/back"],
    ["with an encoded slash", "https://editor.example/%2fback"],
    ["with another port", "https://editor.example:8443/back"],
    ["with a fragment", `${REDIRECT}#x`],
    ["with a dot segment", "https://editor.example/x/../back"],
    ["with a backslash", "https://editor.example\\@evil.example/back"],
    ["without encryption", "http://editor.example/back"],
    ["to a script", "javascript:alert(1)"],
    ["to the app itself", "https://app.example.com/back"],
    ["to the app itself with a final dot", "https://app.example.com./back"],
    ["to a scheme in the form of a host", "claude.ai:/back"],
  ])("%s leads to no program", async ([, redirect]) => {
    const { page } = await begin(await register(REDIRECT), { redirect_uri: redirect! });
    expect(page.href).toBe("https://app.example.com/connect?error=invalid_redirect_uri");
  });

  it("to this computer has any port, and is otherwise the same", async () => {
    const program = await register("http://127.0.0.1/back");
    const pageOf = async (redirect_uri: string) =>
      (await begin(program, { redirect_uri })).page.searchParams.get("error");
    expect(await pageOf("http://127.0.0.1:4711/back")).toBeNull();
    for (
      const wrong of [
        "http://127.0.0.1:4711/back/",
        "http://127.0.0.1:80@evil.example/back",
        "http://localhost:4711/back",
        "http://127.0.0.1.evil.example/back",
        "http://127.0.0.2:4711/back",
      ]
    ) expect(await pageOf(wrong)).toBe("invalid_redirect_uri");
  });

  it.for([
    "https://*.editor.example/back",
    "https://app.example.com/back",
    "https://editor.example/back#x",
    "http://editor.example/back",
    "editor:/back",
    "claude.ai:/back",
    "https://app.example.com./back",
    "data:text/html,x",
    "https://ana@editor.example/back",
  ])("%s is not registered", async (redirect) => {
    await expect(register(redirect)).rejects.toMatchObject({ error: "invalid_redirect_uri" });
  });

  it("of an unknown program leads to no program", async () => {
    const { page } = await begin({ client: { client_id: "jc_nobody" }, redirect: REDIRECT });
    expect(page.href).toBe("https://app.example.com/connect?error=invalid_client");
  });
});

it("an answer in the name of another server is noticed by its issuer", async ({ ana }) => {
  const begun = await begin(await register(REDIRECT));
  const answered = await approve(ana, begun);
  answered.searchParams.set("iss", "https://evil.example");
  await expect(exchange(begun, answered)).rejects.toThrow(/iss/);
  answered.searchParams.delete("iss");
  await expect(exchange(begun, answered)).rejects.toThrow(/iss/);
});

describe("a refresh token", () => {
  it("that is stolen and used by both ends the grant", async ({ ana }) => {
    const { client, api, refresh: stolen } = await connect(ana);
    const thief = await refresh(client, stolen);
    await sql`update private.refresh_tokens set used_at = used_at - interval '61 seconds'
      where used_at is not null and grant_id in (
        select id from private.grants where user_id = ${ana.id})`;
    expect(await errorOf(refresh(client, stolen))).toBe("invalid_grant");
    expect(await errorOf(refresh(client, thief.refresh_token!))).toBe("invalid_grant");
    for (const each of [api, withToken(thief.access_token)]) {
      expect((await post(each, "ping")).status).toBe(401);
    }
    expect(await grantsOf(ana)).toEqual([]);
  });

  it("of another program is refused, and a used one ends the grant", async ({ ana }) => {
    const { client, refresh: first } = await connect(ana);
    const other = (await register(REDIRECT)).client;
    expect(await errorOf(refresh(other, first))).toBe("invalid_grant");
    await expect(revoke(other, first)).rejects.toMatchObject({ error: "invalid_client" });
    const second = await refresh(client, first);
    expect(await errorOf(refresh(other, first))).toBe("invalid_grant");
    expect(await errorOf(refresh(client, second.refresh_token!))).toBe("invalid_grant");
  });

  it("gives nothing for another resource", async ({ ana }) => {
    const { client, refresh: first } = await connect(ana);
    expect(await errorOf(refresh(client, first, API))).toBe("invalid_target");
  });

  it("is not readable in the database, nor is what is sealed under it", async ({ ana }) => {
    const { client, access, refresh: first } = await connect(ana);
    const second = await refresh(client, first);
    const rows = await sql`
      select to_jsonb(r)::text as text from private.refresh_tokens as r
      join private.grants as g on g.id = r.grant_id where g.user_id = ${ana.id}
      union all
      select to_jsonb(t)::text from private.personal_tokens as t where t.user_id = ${ana.id}
      union all
      select to_jsonb(q)::text from private.oauth_requests as q where q.user_id = ${ana.id}`;
    expect(rows).toHaveLength(5);
    const secrets = [access.slice(11), first.slice(3), second.refresh_token!.slice(3)];
    for (const { text } of rows) for (const each of secrets) expect(text).not.toContain(each);
  });
});

describe("a token", () => {
  it("for the API is refused at MCP", async ({ ana }) => {
    const { api } = await connect(ana, { resource: API });
    expect((await api("GET", "/api/goals")).status).toBe(200);
    expect((await api("GET", "/goals")).status).toBe(200);
    for (const path of ["/api/mcp", "/mcp"]) {
      expect(await outcome({ api }, "POST", path, {})).toBe(
        "401 This token is for another address",
      );
    }
  });

  it("for MCP is refused at the API", async ({ ana }) => {
    const { api } = await connect(ana);
    for (const path of ["/api/goals", "/goals", "/api/mcp/../goals", "/api/journal"]) {
      expect(await outcome({ api }, "GET", path)).toBe("401 This token is for another address");
    }
  });

  it("made by hand is taken at both", async ({ ana }) => {
    const { api } = await makeToken(ana, ["goals:read"]);
    expect((await api("GET", "/api/goals")).status).toBe(200);
    expect((await post(api, "ping")).status).toBe(200);
  });

  it("without the scope of a tool is told which scope it lacks", async ({ ana }) => {
    const { api } = await connect(ana, { scope: "journal:read" });
    const { status, body, headers } = await post(api, "tools/call", { name: "list_goals" });
    expect([status, body.code]).toEqual([403, "scope_missing"]);
    expect(headers.get("www-authenticate")).toMatch(
      /error="insufficient_scope", scope="goals:read", resource_metadata="http/,
    );
  });

  it("manages neither tokens nor grants", async ({ ana }) => {
    const scope = "journal:write goals:write people:write window:write account:read";
    const { api } = await connect(ana, { resource: API, scope });
    const begun = await begin(await register(REDIRECT));
    for (
      const [method, path] of [
        ["GET", "/api/user/grants"],
        ["GET", "/api/user/tokens"],
        ["GET", pathOf(begun)],
        ["POST", `${pathOf(begun)}/approve`],
      ] as const
    ) {
      expect(await codeOf(api(method, path, method === "GET" ? undefined : {}))).toBe(
        "403 token_refused",
      );
    }
  });
});

describe("a document of a program", () => {
  const EDITOR = { client_name: "Editor", redirect_uris: ["http://127.0.0.1/callback"] };

  it.for(
    [
      ["names another address", (id: string) => ({ document: { ...EDITOR, client_id: `${id}x` } })],
      ["redirects", () => ({ status: 302, headers: { location: "https://editor.example" } })],
      ["has no end", () => ({ endless: true })],
      ["is larger than 5 kB", (client_id: string) => ({
        document: { ...EDITOR, client_id, client_name: "x".repeat(6000) },
      })],
      ["has no name", (client_id: string) => ({
        document: { ...EDITOR, client_id, client_name: undefined },
      })],
      ["has a secret", (client_id: string) => ({
        document: { ...EDITOR, client_id, client_secret: "x" },
      })],
      ["has an address that no program may have", (client_id: string) => ({
        document: { ...EDITOR, client_id, redirect_uris: ["http://editor.example"] },
      })],
      ["is missing", () => ({ status: 404 })],
    ] as const,
  )("that %s is not used", async ([, change], { ana }) => {
    const program = await publish(change);
    const begun = await begin(program);
    expect(await codeOf(ana.api("GET", pathOf(begun)))).toBe("400 invalid_client");
    expect(await codeOf(ana.api("POST", `${pathOf(begun)}/approve`, { scopes: ["journal:read"] })))
      .toBe("409 conflict");
    // It is not asked again for a minute.
    expect(await codeOf(ana.api("GET", pathOf(begun)))).toBe("400 invalid_client");
    const { requests, bytes } = await program.seen();
    expect(requests).toBe(1);
    // Some bytes have left the sender before the connection is closed.
    expect(bytes).toBeLessThan(100_000_000);
  });

  it("that does not name the address of the request is refused", async ({ ana }) => {
    const begun = await begin({ ...await publish(), redirect: REDIRECT });
    expect(await codeOf(ana.api("GET", pathOf(begun)))).toBe("400 invalid_redirect_uri");
  });

  it.for([
    "https://127.0.0.1/client.json",
    "https://10.0.0.7/client.json",
    "https://[::1]/client.json",
    "https://db.corp/client.json",
    "https://editor.example:8443/client.json",
    "https://ana@editor.example/client.json",
    "https://app.example.com/client.json",
  ])("at %s is not read", async (client_id, { ana }) => {
    await forgetLimits();
    const begun = await begin({ client: { client_id }, redirect: REDIRECT });
    expect(await codeOf(ana.api("GET", pathOf(begun)))).toBe("400 invalid_client");
  });

  it.for(["https://2130706433/client.json", "https://", "https://editor.example"])(
    "at %s, which browsers write otherwise, begins no request",
    async (client_id) => {
      await forgetLimits();
      const { page } = await begin({ client: { client_id }, redirect: REDIRECT });
      expect(page.searchParams.get("error")).toBe("invalid_client");
    },
  );

  it("at a name that resolves to a private address is not read", async () => {
    const { leadsOutside } = outside("OAUTH_CLIENT_ORIGINS", "client_id");
    for (const address of ["10.0.0.7", "127.0.0.1", "169.254.169.254", "::1", "fd00::1"]) {
      const found = await leadsOutside(
        new URL("https://editor.example/client.json"),
        new AbortController().signal,
        (_host, type) =>
          Promise.resolve(address.includes(":") === (type === "AAAA") ? [address] : []),
      );
      expect([address, found]).toEqual([address, false]);
    }
  });

  it("that imitates a known name is shown with the host that it proves", async ({ ana }) => {
    const program = await publish((client_id) => ({
      document: {
        client_id,
        // The third letter is Cyrillic; a sign turns the rest around.
        client_name: "Cl\u0430ude\u202e\u200b by the app",
        redirect_uris: ["http://127.0.0.1/callback"],
      },
    }));
    const { request } = await ok(ana, "GET", pathOf(await begin(program)));
    expect(request.client).toMatchObject({ name: "Cl\u0430ude by the app", host: "127.0.0.1" });
  });

  it("is read ten times a minute at most from one host", async ({ ana }) => {
    const program = await publish();
    const begun = await begin(program);
    await sql`select private.take_address_rate_limit('client_document', '127.0.0.1', 10)`;
    expect(await codeOf(ana.api("GET", pathOf(begun)))).toBe("429 rate_limited");
    await forgetLimits();
    expect((await ana.api("GET", pathOf(begun))).status).toBe(200);
  });

  it("is read for one user ten times in ten minutes at most", async ({ ana, ben }) => {
    const program = await publish();
    await sql`select private.take_user_rate_limit('client_document_user', ${ana.id}, 10)`;
    expect(await codeOf(ana.api("GET", pathOf(await begin(program))))).toBe("429 rate_limited");
    expect((await ben.api("GET", pathOf(await begin(program)))).status).toBe(200);
  });
});
