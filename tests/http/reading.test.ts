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
