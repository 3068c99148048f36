/** The local Data API with supabase-js, over tables of this test. */
import { beforeAll, describe, expect, it } from "vitest";
import { anonymous, type Member, member, platform, service } from "./support/platform.ts";

let ana: Member;
let ben: Member;

beforeAll(async () => {
  [ana, ben] = await Promise.all([member(), member()]);
});

describe("supabase-js at the Data API", () => {
  it("inserts, selects with an embed, counts, updates, upserts and deletes", async () => {
    const shelves = () => ana.client.from("local_shelves");
    const books = () => ana.client.from("local_books");
    const shelf = await shelves()
      .insert({ name: "poetry", details: { colour: "red", rows: [1, 2] } }).select().single();
    expect(shelf.data).toMatchObject({
      owner: ana.id,
      details: { colour: "red", rows: [1, 2] },
      made_at: "2026-01-02T03:04:05.678901+00:00",
    });
    await books().insert([
      { shelf_id: shelf.data.id, title: "Odes", tags: ["old", "greek"] },
      { shelf_id: shelf.data.id, title: "Sonnets", tags: ["old"] },
    ]).throwOnError();

    const embedded = await shelves().select("name, local_books(title)")
      .order("title", { referencedTable: "local_books" });
    expect(embedded.data).toEqual([
      { name: "poetry", local_books: [{ title: "Odes" }, { title: "Sonnets" }] },
    ]);
    const inner = await books().select("title, local_shelves!inner(name)", { count: "exact" })
      .contains("tags", ["greek"]).eq("local_shelves.name", "poetry");
    expect(inner).toMatchObject({
      count: 1,
      data: [{ title: "Odes", local_shelves: { name: "poetry" } }],
    });
    expect((await books().select("*", { count: "exact", head: true })).count).toBe(2);

    const upsert = await shelves()
      .upsert({ name: "poetry", details: { colour: "blue" } }, { onConflict: "name" }).select();
    expect(upsert.data).toMatchObject([{ id: shelf.data.id, details: { colour: "blue" } }]);
    const filtered = await books().select("title")
      .or("title.ilike.sonn%,title.eq.Nothing").range(0, 4);
    expect(filtered.data).toEqual([{ title: "Sonnets" }]);
    const deleted = await books().delete().gt("id", 0).select("title");
    expect(deleted.data).toHaveLength(2);
  });

  it("calls functions with JSON arguments that arrive as JSON", async () => {
    const value = { text: "a", list: [1, null], deep: { yes: true } };
    const { data } = await ana.client.rpc("local_echo", { p_value: value });
    expect(data).toEqual({ value, times: 1 });
    const twice = await ana.client.rpc("local_echo", { p_value: [], p_times: 2 });
    expect(twice.data).toEqual({ value: [], times: 2 });
  });

  it("turns a refusal of a function into its status", async () => {
    expect(await ana.client.rpc("local_refuse")).toMatchObject({
      status: 418,
      error: { message: "short and stout" },
    });
  });

  it("ends a query after the role's eight seconds", async () => {
    const { error } = await ana.client.rpc("local_sleep");
    expect(error?.code).toBe("57014");
  });
});

describe("row security", () => {
  it("limits users to their own rows, and not the service role", async () => {
    await ana.client.from("local_shelves").insert({ name: "secret" }).throwOnError();
    const his = () => ben.client.from("local_shelves");
    expect((await his().select()).data).toEqual([]);
    expect((await his().insert({ name: "x", owner: ana.id })).error?.code).toBe("42501");
    expect((await his().update({ name: "mine" }).eq("name", "secret").select()).data).toEqual([]);
    const all = await service.from("local_shelves").select("name");
    expect(all.data).toContainEqual({ name: "secret" });
  });

  it("gives no rows without a token", async () => {
    const { error, status } = await anonymous.client.from("local_shelves").select();
    expect([error?.code, status]).toEqual(["42501", 401]);
  });

  it("does not expose other schemas", async () => {
    const { error } = await ana.client.schema("private").from("rate_limit_hits").select();
    expect(error?.code).toBe("PGRST106");
  });
});

describe("keys at the gateway", () => {
  const ask = (headers: Record<string, string>) =>
    fetch(`${platform.api_url}/rest/v1/local_shelves`, { headers });

  it("refuses a request without a key, and one with a wrong key", async () => {
    expect((await ask({})).status).toBe(401);
    expect((await ask({ apikey: "sb_publishable_wrong" })).status).toBe(401);
    expect((await ask({ authorization: `Bearer ${ana.token}` })).status).toBe(401);
  });

  it("refuses a forged token even with a valid key", async () => {
    const [header, , signature] = ana.token.split(".");
    const claims = btoa(JSON.stringify({ sub: ben.id, role: "service_role", exp: 9999999999 }));
    const response = await ask({
      apikey: platform.publishable_key,
      authorization: `Bearer ${header}.${claims}.${signature}`,
    });
    expect(response.status).toBe(401);
  });

  it("answers preflight requests of any origin", async () => {
    const response = await fetch(`${platform.api_url}/rest/v1/local_shelves`, {
      method: "OPTIONS",
      headers: {
        origin: "https://app.example.com",
        "access-control-request-method": "POST",
        "access-control-request-headers": "apikey, authorization, content-profile",
      },
    });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-headers")).toContain("apikey");
  });
});
