/** Calls of SQL functions that write nothing are GET requests. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callerClient } from "../../shared/database/clients.ts";
import { queryOf } from "../../shared/database/reading.ts";
import { resetEnvironment } from "./support.ts";

describe("arguments in an address", () => {
  it.each<[string, unknown, string | undefined]>([
    ["a number", 20, "20"],
    ["a text", "a&b=c", "a&b=c"],
    ["a truth", false, "false"],
    ["an array", ["a", 'b"c\\d', "e,f"], String.raw`{"a","b\"c\\d","e,f"}`],
    ["an empty array", [], "{}"],
    ["nothing", undefined, undefined],
  ])("%s", (_what, value, text) => {
    const query = new URLSearchParams(queryOf({ p: value, p_limit: 1 })!);
    expect(Object.fromEntries(query)).toEqual({
      ...(text !== undefined && { p: text }),
      p_limit: "1",
    });
  });

  it.each<[string, unknown]>([
    ["null", null],
    ["null in an array", ["a", null]],
    ["rows", [{ a: 1 }]],
    // The Data API would take it for a text.
    ["JSON", { a: 1 }],
    ["more than 4,000 characters", "é".repeat(700)],
  ])("not %s, which stays in a body", (_what, value) => {
    expect(queryOf({ p: value })).toBeNull();
  });
});

describe("a text that looks like a filter stays in a body", () => {
  // The operators are from PostgREST's source: ApiRequest/QueryParams.hs.
  const operators =
    "eq gt gte lt lte like ilike match imatch neq cs cd ov sl sr nxr nxl adj in is isdistinct " +
    "fts plfts phfts wfts";
  it.each(operators.split(" "))("%s", (operator) => {
    for (const text of [`${operator}.`, `${operator}.5`, `${operator}.(a`, `not.${operator}.a`]) {
      expect([text, queryOf({ p: text })]).toEqual([text, null]);
    }
  });

  it.each(["eq(any).{a}", "like(all).a", "fts(english).a", "wfts( a_$1 ).b", "not.sure", "not."])(
    "%s",
    (text) => expect(queryOf({ p: text })).toBeNull(),
  );

  it.each(["in", "note: in.love", "In.Love", "eq(any)", "fts (a).b", "5.5", ".a", "a b.c"])(
    "but not %s",
    (text) => expect(queryOf({ p: text })).not.toBeNull(),
  );
});

describe("a client", () => {
  const requests: string[] = [];
  let server: Deno.HttpServer<Deno.NetAddr>;
  beforeAll(() => {
    server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
      const { pathname, search } = new URL(request.url);
      requests.push(`${request.method} ${pathname}${search}`);
      return Response.json({ message: "not now" }, { status: 503 });
    });
    resetEnvironment();
    Deno.env.set("SUPABASE_URL", `http://127.0.0.1:${server.addr.port}`);
  });
  afterAll(() => {
    resetEnvironment();
    return server.shutdown();
  });

  it("reads by GET, once, and writes by POST", async () => {
    const db = callerClient("token");
    await db.rpc("list_teams", { p_limit: 3 });
    await db.rpc("list_teams", { p_limit: 3 }, { get: false });
    await db.rpc("read_notifications", { p_ids: [] });
    expect(requests).toEqual([
      "GET /rest/v1/rpc/list_teams?p_limit=3",
      "POST /rest/v1/rpc/list_teams",
      "POST /rest/v1/rpc/read_notifications",
    ]);
  });
});
