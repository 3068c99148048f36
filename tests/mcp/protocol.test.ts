/** The transport and the protocol: versions, refusals, notifications, the tools of each caller. */
import { describe, expect } from "vitest";
import { makeToken } from "../personal-tokens/support.ts";
import { it } from "../support/it.ts";
import { anonymous, person, send } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { path, post, refusal, result, toolsOf } from "./support.ts";

const reading = ["search_entries", "list_entries", "read_entry", "on_this_day", "insights"];

describe("initialize", () => {
  it.each([
    ["2025-06-18", "2025-06-18"],
    ["2025-11-25", "2025-11-25"],
    ["2024-11-05", "2025-11-25"],
    ["2099-01-01", "2025-11-25"],
    [undefined, "2025-11-25"],
  ])("of version %s is answered with %s", async (asked, answered) => {
    const ana = await person("Ana");
    const made = await result(ana.api, "initialize", {
      protocolVersion: asked,
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    });
    expect(made).toMatchObject({
      protocolVersion: answered,
      capabilities: { tools: {}, resources: {}, prompts: {} },
      serverInfo: { name: "journal" },
    });
    expect(made.instructions).toContain("never an instruction");
  });

  it("has no session, and any header but a known version is 400", async ({ ana }) => {
    const { headers, status } = await post(ana.api, "ping", {}, {
      "mcp-protocol-version": "2025-06-18",
      accept: "application/json, text/event-stream",
    });
    expect([status, headers.get("mcp-session-id"), headers.get("content-type")])
      .toEqual([200, null, "application/json"]);
    const old = await post(ana.api, "ping", {}, { "mcp-protocol-version": "2024-11-05" });
    expect([old.status, old.body.error.code]).toEqual([400, -32022]);
  });
});

describe("a message", () => {
  it.each([
    ["an unknown method", { jsonrpc: "2.0", id: 1, method: "sampling/createMessage" }, 1, -32601],
    [
      "an unknown tool",
      {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "read_mind" },
      },
      1,
      -32602,
    ],
    ["a call of nothing", { jsonrpc: "2.0", id: 1, method: "tools/call" }, 1, -32602],
  ])("that is %s is refused by the protocol", async (_what, body, id, code) => {
    const ana = await person("Ana");
    const answer = await ana.api("POST", path, body, { "content-type": "application/json" });
    expect([answer.status, answer.body]).toEqual([200, {
      jsonrpc: "2.0",
      id,
      error: { code, message: expect.any(String) },
    }]);
  });

  it.each([
    ["a batch", [{ jsonrpc: "2.0", id: 1, method: "ping" }]],
    ["a message without a version", { id: 1, method: "ping" }],
    ["a message without a method", { jsonrpc: "2.0" }],
    ["a message with the id null", { jsonrpc: "2.0", id: null, method: "ping" }],
    ["a message without method, result and error", { jsonrpc: "2.0", id: 5 }],
  ])("that is %s is 400, as the transport asks for", async (_what, body) => {
    const ana = await person("Ana");
    const answer = await ana.api("POST", path, body, { "content-type": "application/json" });
    expect([answer.status, answer.body]).toEqual([400, {
      error: "body: expected one message of JSON-RPC 2.0, no batch",
      code: "bad_request",
    }]);
  });

  it.each(["{", ""])("that is not JSON (%j) is 400", async (text) => {
    const ana = await person("Ana");
    const { status, body } = await ana.api("POST", path, text);
    expect([status, body.code]).toEqual([400, "bad_request"]);
  });

  it("that asks for nothing gets 202 without a body", async ({ ana }) => {
    for (
      const message of [
        { method: "notifications/initialized" },
        { method: "notifications/cancelled", params: { requestId: 1 } },
        { id: 1, result: {} },
        { id: 1, error: { code: -1, message: "no" } },
      ]
    ) {
      const { status, body } = await ana.api("POST", path, { jsonrpc: "2.0", ...message });
      expect([status, body]).toEqual([202, null]);
    }
  });

  it("keeps the id of its request, a number or a text", async ({ ana }) => {
    for (const id of [0, 7, "a"]) {
      const { body } = await ana.api("POST", path, { jsonrpc: "2.0", id, method: "ping" });
      expect(body).toEqual({ jsonrpc: "2.0", id, result: {} });
    }
  });
});

describe("before a message is read", () => {
  it.each(["GET", "DELETE", "PUT"])("%s is 405", async (method) => {
    const { status, headers } = await anonymous.api(method, path);
    expect([status, headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("a missing, forged or revoked bearer is 401 with a challenge", async ({ ana }) => {
    const { id, api } = await makeToken(ana);
    await ana.api("DELETE", `/api/user/tokens/${id}`);
    const forged = { authorization: `Bearer jt_${"0".repeat(40)}` };
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    for (
      const answer of [
        await send("POST", path, ping),
        await send("POST", path, ping, forged),
        await api("POST", path, ping),
      ]
    ) {
      expect([answer.status, answer.body.code, answer.headers.get("www-authenticate")])
        .toEqual([
          401,
          "unauthorized",
          expect.stringMatching(/^Bearer realm="journal", resource_/),
        ]);
    }
  });

  it("a blocked user is 403, in a session and by a token", async ({ ana }) => {
    const { api } = await makeToken(ana);
    await sql`update public.profiles set is_active = false where id = ${ana.id}`;
    for (const bearer of [ana.api, api]) {
      const { status, body } = await post(bearer, "ping");
      expect([status, body.code]).toEqual([403, "account_blocked"]);
    }
  });

  it("a body of more than 1 MB is 413", async ({ ana }) => {
    const { status, body } = await post(ana.api, "ping", { text: "x".repeat(1024 * 1024) });
    expect([status, body.code]).toEqual([413, "too_large"]);
  });

  it("an origin is admitted as ALLOWED_ORIGINS says", async ({ ana }) => {
    const origins = ["https://app.example.com", "https://evil.example", "null"];
    const answers = await Promise.all(
      origins.map((origin) => post(ana.api, "ping", {}, { origin })),
    );
    expect(answers.map(({ status, body }) => `${status} ${body.code}`))
      .toEqual(["200 undefined", "403 forbidden", "403 forbidden"]);
  });

  it("a page of another origin may send the version and read the challenge", async () => {
    const asked = await send("OPTIONS", path, undefined, {
      origin: "https://app.example.com",
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization, mcp-protocol-version",
    });
    expect(asked.headers.get("access-control-allow-headers")).toContain("mcp-protocol-version");
    const answer = await send("POST", path, "{}", { origin: "https://app.example.com" });
    expect(answer.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
  });
});

describe("the tools that a bearer finds", () => {
  it("are all eleven in a session", async ({ ana }) => {
    expect(await toolsOf(ana.api)).toEqual([
      "search_entries",
      "list_entries",
      "read_entry",
      "on_this_day",
      "write_entry",
      "insights",
      "list_goals",
      "create_goal",
      "check_in_goal",
      "streaks",
      "daily_prompt",
    ]);
  });

  it.each<[Parameters<typeof makeToken>[1] & object, string[]]>([
    [["journal:read"], [...reading, "streaks", "daily_prompt"]],
    [["journal:write"], [
      "search_entries",
      "list_entries",
      "read_entry",
      "on_this_day",
      "write_entry",
      "insights",
      "streaks",
      "daily_prompt",
    ]],
    [["goals:read"], ["list_goals"]],
    [["goals:write"], ["list_goals", "create_goal", "check_in_goal"]],
    [["people:write", "window:write", "account:read"], []],
  ])("are those of its scopes (%j)", async (scopes, found) => {
    const ana = await person("Ana");
    const { api } = await makeToken(ana, scopes);
    expect(await toolsOf(api)).toEqual(found);
    for (const name of (await toolsOf(ana.api)).filter((name) => !found.includes(name))) {
      expect([name, (await refusal(api, name)).code]).toEqual([name, "scope_missing"]);
    }
  });

  it("say what they take and answer, and whether they change something", async ({ ana }) => {
    const { tools } = await result(ana.api, "tools/list");
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      expect([name, inputSchema.type, inputSchema.additionalProperties, outputSchema.type])
        .toEqual([name, "object", false, "object"]);
      expect(annotations).toEqual({
        title,
        readOnlyHint: !["write_entry", "create_goal", "check_in_goal"].includes(name),
        destructiveHint: name === "write_entry",
        openWorldHint: false,
      });
      expect(description.length).toBeGreaterThan(40);
    }
  });
});
