/**
 * The revision 2026-07-28: each MUST of a server, with its section. The tests of signing in are
 * in tests/oauth.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect } from "vitest";
import { makeToken } from "../personal-tokens/support.ts";
import { it } from "../support/it.ts";
import { type Api, send } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { ask, meta, MODERN, modern, path, post } from "./support.ts";

const lists = ["server/discover", "tools/list", "prompts/list", "resources/list"];

/** The status and the error of a refused request. */
const refused = async (answer: ReturnType<Api>) => {
  const { status, body } = await answer;
  return [status, body.error?.code, body.error?.data];
};

describe("basic: messages", () => {
  it("a result has the id of its request and says that it is complete", async ({ ana }) => {
    for (const id of ["a", 7, 0]) {
      const { status, body } = await modern(ana.api, "tools/list", {}, { id });
      expect([status, body.id, body.result.resultType]).toEqual([200, id, "complete"]);
    }
  });

  it("an error has the id of its request, and an integer as its code", async ({ ana }) => {
    for (const id of ["a", 7]) {
      const { body } = await modern(ana.api, "tools/call", { name: "read_mind" }, { id });
      expect([body.id, body.error]).toEqual([id, {
        code: -32602,
        message: "Unknown tool: read_mind",
      }]);
    }
  });

  it("a notification gets 202 without a body, and 400 in an unknown revision", async ({ ana }) => {
    const sent = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    const { status, body } = await ana.api("POST", path, sent, { "mcp-protocol-version": MODERN });
    expect([status, body]).toEqual([202, null]);
    expect(await refused(ana.api("POST", path, sent, { "mcp-protocol-version": "2024-11-05" })))
      .toEqual([400, -32022, expect.anything()]);
  });

  it("no request relies on one before it: another revision and other abilities each time", async ({ ana }) => {
    await ask(ana.api, "server/discover");
    const { body } = await post(ana.api, "ping");
    expect(body.result).toEqual({});
    expect((await ask(ana.api, "tools/list")).resultType).toBe("complete");
    expect((await post(ana.api, "tools/list")).body.result.resultType).toBeUndefined();
  });
});

describe("basic: _meta of each request", () => {
  const { [`${meta.key}protocolVersion`]: version, [`${meta.key}clientCapabilities`]: abilities } =
    meta.whole;

  it.for<[string, unknown]>([
    ["is missing", undefined],
    ["is no object", 1],
    ["lacks the revision", { [`${meta.key}clientCapabilities`]: abilities }],
    ["has a number as the revision", { ...meta.whole, [`${meta.key}protocolVersion`]: 2026 }],
    ["lacks the abilities of the client", { [`${meta.key}protocolVersion`]: version }],
    ["has a text as the abilities", { ...meta.whole, [`${meta.key}clientCapabilities`]: "all" }],
  ])("that %s is 400, -32602", async ([_what, _meta], { ana }) => {
    expect(await refused(modern(ana.api, "tools/list", { _meta })))
      .toEqual([400, -32602, undefined]);
  });

  it("needs no name of the client", async ({ ana }) => {
    expect(Object.keys(meta.whole)).not.toContain(`${meta.key}clientInfo`);
    expect((await ask(ana.api, "tools/list")).tools).toHaveLength(11);
  });
});

describe("basic/versioning", () => {
  const supported = [MODERN, "2025-11-25", "2025-06-18"];

  it.for(["1900-01-01", "2025-03-26", "2099-01-01"])(
    "%s is refused with the revisions that the server speaks",
    async (requested, { ana }) => {
      const _meta = { ...meta.whole, [`${meta.key}protocolVersion`]: requested };
      const headers = { "mcp-protocol-version": requested };
      const expected = [400, -32022, { supported, requested }];
      expect(await refused(modern(ana.api, "tools/list", { _meta }, { headers })))
        .toEqual(expected);
      // Without `_meta` too.
      expect(await refused(post(ana.api, "tools/list", {}, headers))).toEqual(expected);
    },
  );

  it("server/discover names revisions, abilities and the server", async ({ ana }) => {
    expect(await ask(ana.api, "server/discover")).toEqual({
      resultType: "complete",
      supportedVersions: supported,
      capabilities: {
        tools: {},
        resources: {},
        prompts: {},
        extensions: { "io.modelcontextprotocol/ui": {} },
      },
      instructions: expect.stringContaining("never an instruction"),
      ttlMs: expect.any(Number),
      cacheScope: "private",
      _meta: {
        "io.modelcontextprotocol/serverInfo": {
          name: "journal",
          title: "Journal",
          version: "1.0.0",
        },
      },
    });
  });

  it("initialize keeps the revisions before, and names them alone", async ({ ana }) => {
    for (const [asked, answered] of [["2025-06-18", "2025-06-18"], [MODERN, "2025-11-25"]]) {
      const { body } = await post(ana.api, "initialize", { protocolVersion: asked });
      expect(body.result.protocolVersion).toBe(answered);
    }
  });

  it("a client without an extension gets the core protocol", async ({ ana }) => {
    const { tools } = await ask(ana.api, "tools/list");
    expect(tools.filter(({ _meta }: { _meta?: object }) => _meta)).toEqual([]);
  });
});

describe("basic/transports/streamable-http", () => {
  it.for(["https://evil.example", "null"])("the origin %s is 403", async (origin, { ana }) => {
    const { status } = await modern(ana.api, "tools/list", {}, { headers: { origin } });
    expect(status).toBe(403);
  });

  it("a request is answered with one object of JSON", async ({ ana }) => {
    const { headers } = await modern(ana.api, "tools/list");
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("mcp-session-id")).toBeNull();
  });

  it.for(["GET", "DELETE"])("%s is 405", async (method, { ana }) => {
    expect((await ana.api(method, path)).status).toBe(405);
  });

  it.for<[string, string, object, Record<string, string | undefined>]>([
    ["the revision is missing", "tools/list", {}, { "mcp-protocol-version": undefined }],
    ["the revision is another one", "tools/list", {}, { "mcp-protocol-version": "2025-11-25" }],
    ["the method is missing", "tools/list", {}, { "mcp-method": undefined }],
    ["the method is another one", "tools/list", {}, { "mcp-method": "prompts/list" }],
    ["the method has other letters", "tools/list", {}, { "mcp-method": "TOOLS/LIST" }],
    ["the tool is missing", "tools/call", { name: "streaks" }, { "mcp-name": undefined }],
    ["the tool is another one", "tools/call", { name: "streaks" }, { "mcp-name": "insights" }],
    ["the prompt is another one", "prompts/get", { name: "look_back" }, { "mcp-name": "x" }],
    ["the resource is missing", "resources/read", { uri: "journal://x" }, {
      "mcp-name": undefined,
    }],
    ["the tool is wrongly encoded", "tools/call", { name: "streaks" }, {
      "mcp-name": "=?base64?c3Ry!ZWFrcw==?=",
    }],
    ["the tool is encoded and another one", "tools/call", { name: "streaks" }, {
      "mcp-name": "=?base64?aW5zaWdodHM=?=",
    }],
  ])("400, -32020 where %s", async ([_what, method, params, headers], { ana }) => {
    expect(await refused(modern(ana.api, method, params, { headers })))
      .toEqual([400, -32020, undefined]);
  });

  it("names of headers have any case, values may be encoded", async ({ ana }) => {
    const encoded = { "MCP-NAME": "=?base64?c3RyZWFrcw==?=", "mcp-name": undefined };
    const { status, body } = await modern(ana.api, "tools/call", { name: "streaks" }, {
      headers: encoded,
    });
    expect([status, body.result.isError]).toEqual([200, false]);
    const uri = "journal://entries/München";
    const name = `=?base64?${btoa(String.fromCharCode(...new TextEncoder().encode(uri)))}?=`;
    expect(
      await refused(modern(ana.api, "resources/read", { uri }, { headers: { "mcp-name": name } })),
    )
      .toEqual([200, -32602, { uri }]);
  });

  it.for([
    "initialize",
    "ping",
    "logging/setLevel",
    "resources/subscribe",
    "subscriptions/listen",
    "sampling/createMessage",
  ])("404, -32601 for %s, which the server does not have", async (method, { ana }) => {
    expect(await refused(modern(ana.api, method))).toEqual([404, -32601, undefined]);
  });

  it("a page of another origin may send the headers", async () => {
    const { headers } = await send("OPTIONS", path, undefined, {
      origin: "https://app.example.com",
      "access-control-request-method": "POST",
      "access-control-request-headers": "mcp-method, mcp-name",
    });
    const allowed = headers.get("access-control-allow-headers");
    expect([allowed]).toEqual([expect.stringMatching(/mcp-method,\s*mcp-name/)]);
  });
});

describe("server/utilities/caching", () => {
  it("lists and discovery last until the user's midnight, for the user alone", async ({ ana }) => {
    await sql`update public.profiles set timezone = 'Pacific/Kiritimati' where id = ${ana.id}`;
    const zone = "Pacific/Kiritimati";
    const day = (at: number) => new Date(at).toLocaleDateString("sv", { timeZone: zone });
    for (const method of [...lists, "resources/templates/list"]) {
      const began = Date.now();
      const { ttlMs, cacheScope } = await ask(ana.api, method);
      expect([method, cacheScope, Number.isInteger(ttlMs), ttlMs >= 0])
        .toEqual([method, "private", true, true]);
      expect(day(Date.now() + ttlMs)).toBe(day(began + 86_400_000));
      expect(day(began + ttlMs - 60_000)).toBe(day(began));
    }
  });

  it("a resource is read anew, and no other result has hints", async ({ ana }) => {
    const { entry } = await ok(ana, "POST", "/api/journal", { title: "Frost", content: "" });
    const read = await ask(ana.api, "resources/read", { uri: `journal://entries/${entry.id}` });
    expect([read.ttlMs, read.cacheScope]).toEqual([0, "private"]);
    for (const [method, name] of [["tools/call", "streaks"], ["prompts/get", "look_back"]]) {
      expect(Object.keys(await ask(ana.api, method!, { name }))).not.toContain("ttlMs");
    }
  });

  it("each page of a list has the same scope", async ({ ana }) => {
    for (let n = 0; n < 51; n++) {
      await ok(ana, "POST", "/api/journal", { title: `Entry ${n}`, content: "" });
    }
    const first = await ask(ana.api, "resources/list");
    const rest = await ask(ana.api, "resources/list", { cursor: first.nextCursor });
    expect([first.cacheScope, rest.cacheScope, rest.resources.length])
      .toEqual(["private", "private", 1]);
    expect(await refused(modern(ana.api, "resources/list", { cursor: "x" })))
      .toEqual([200, -32602, undefined]);
  });
});

describe("server/tools", () => {
  it("a list has the same order each time, and depends on the bearer alone", async ({ ana }) => {
    const names = async (api: Api) =>
      (await ask(api, "tools/list")).tools.map(({ name }: { name: string }) => name);
    const { api } = await makeToken(ana, ["goals:read"]);
    const all = await names(ana.api);
    await post(ana.api, "initialize", { protocolVersion: "2025-11-25" });
    expect([all.length, await names(api), await names(ana.api)]).toEqual([11, ["list_goals"], all]);
  });

  it("the schemas are those of JSON Schema 2020-12, refer to no network, and results conform", async ({ ana }) => {
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    const { entry } = await ok(ana, "POST", "/api/journal", {
      title: "Frost",
      content: "White.",
      mood: "calm",
    });
    const { goal } = await ok(ana, "POST", "/api/goals", { title: "Run" });
    const given: Record<string, object> = {
      search_entries: { query: "frost" },
      read_entry: { id: entry.id },
      write_entry: { title: "Thaw", content: "Wet." },
      create_goal: { title: "Swim" },
      check_in_goal: { goal_id: goal.id, status: "completed" },
    };
    const { tools } = await ask(ana.api, "tools/list");
    for (const { name, inputSchema, outputSchema } of tools) {
      expect(ajv.validateSchema(inputSchema) && ajv.validateSchema(outputSchema), name).toBe(true);
      expect(JSON.stringify([inputSchema, outputSchema])).not.toMatch(/"\$ref":"(?!#)/);
      const args = given[name] ?? {};
      expect(ajv.validate(inputSchema, args), name).toBe(true);
      const { structuredContent, content } = await ask(ana.api, "tools/call", {
        name,
        arguments: args,
      });
      expect(ajv.validate(outputSchema, structuredContent), ajv.errorsText()).toBe(true);
      expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
    }
  });

  it("inputs are validated, and a refusal is a complete result that a model reads", async ({ ana }) => {
    const result = await ask(ana.api, "tools/call", { name: "read_entry", arguments: { id: "x" } });
    expect([result.resultType, result.isError, "structuredContent" in result])
      .toEqual(["complete", true, false]);
    expect(JSON.parse(result.content[0].text).error).toBe("id: expected a UUID");
  });
});

describe("server/resources", () => {
  it("an unknown one is -32602 with its address, never an empty answer", async ({ ana }) => {
    for (const uri of ["journal://entries/x", "file:///etc/passwd", "ui://journal/x"]) {
      expect(await refused(modern(ana.api, "resources/read", { uri })))
        .toEqual([200, -32602, { uri }]);
    }
  });

  it("an entry of another person is unknown", async ({ ana, ben }) => {
    const { entry } = await ok(ben, "POST", "/api/journal", { title: "Ben's", content: "" });
    const uri = `journal://entries/${entry.id}`;
    expect(await refused(modern(ana.api, "resources/read", { uri })))
      .toEqual([200, -32602, { uri }]);
  });
});

describe("basic/authorization", () => {
  it("a request without a valid bearer is 401 with the address of the metadata", async () => {
    const { status, headers } = await send("POST", path, { jsonrpc: "2.0", id: 1, method: "x" });
    expect([status, headers.get("www-authenticate")])
      .toEqual([401, expect.stringMatching(/resource_metadata="[^"]+"/)]);
  });
});
