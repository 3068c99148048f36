/** How the local Data API interprets URLs and headers: like PostgREST on hosted. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventually, platform, service, sql } from "./support/platform.ts";

beforeEach(() =>
  sql.unsafe(`
    insert into public.local_writers (id, name, teacher_id)
      values (1, 'Ada', null), (2, 'Bob', 1), (3, 'Cy', 1);
    insert into public.local_volumes (id, author_id, title, rating)
      values (1, 1, 'A', 5), (2, 1, 'B', 4), (3, 2, 'C', null);
  `)
);
afterEach(() => sql`truncate public.local_volumes, public.local_writers`);

const books = () => service.from("local_volumes");
const authors = () => service.from("local_writers");

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${platform.api_url}/rest/v1${path}`, {
    ...init,
    headers: { apikey: platform.secret_key, ...init.headers },
  });

describe("a change without a filter", () => {
  it.each([
    ["DELETE", "/local_volumes", "DELETE requires a WHERE clause"],
    ["DELETE", "/local_volumes?limit=1&order=id", "DELETE requires a WHERE clause"],
    ["PATCH", "/local_volumes?select=title", "UPDATE requires a WHERE clause"],
  ])("%s %s is refused, and no row changes", async (method, path, message) => {
    const response = await ask(path, {
      method,
      headers: { "content-type": "application/json" },
      body: method === "PATCH" ? '{"title":"all"}' : undefined,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "21000", message });
    expect(await sql`select from public.local_volumes where title <> 'all'`).toHaveLength(3);
  });

  it.each([
    "id=eq.1",
    "or=(id.eq.1,title.eq.A)",
    "not.or=(id.eq.2,id.eq.3)",
  ])("is accepted as filtered with %s", async (filter) => {
    const response = await ask(`/local_volumes?${filter}`, { method: "DELETE" });
    expect(response.status).toBe(204);
    expect(await sql`select from public.local_volumes`).toHaveLength(2);
  });
});

describe("a table whose name exists in another schema", () => {
  it("is read, written and embedded by its own columns and keys", async () => {
    const made = await books().insert({ title: "D", author_id: 3 })
      .select("title, local_writers(name)").single();
    expect(made.data).toEqual({ title: "D", local_writers: { name: "Cy" } });
    const { data } = await authors().select("*, local_volumes(*)").eq("id", 2);
    expect(data).toEqual([{
      id: 2,
      name: "Bob",
      teacher_id: 1,
      local_volumes: [{ id: 3, author_id: 2, title: "C", rating: null }],
    }]);
    const over = await books().upsert({ id: 1, title: "over" }).select("title").single();
    expect(over.data).toEqual({ title: "over" });
    expect((await books().insert({ title: "E", price: 1 })).error?.code).toBe("PGRST204");
  });
});

describe("embedding", () => {
  it("works from a view and to a view", async () => {
    const from = await service.from("local_titles").select("title, local_writers(name)").order(
      "id",
    );
    expect(from.data![0]).toEqual({ title: "A", local_writers: { name: "Ada" } });
    const to = await authors().select("name, local_titles(title)").eq("id", 1);
    expect(to.data).toEqual([{ name: "Ada", local_titles: [{ title: "A" }, { title: "B" }] }]);
  });

  it("works from a row to another of the same table", async () => {
    const { data } = await authors().select("name, teacher:teacher_id(name)").order("id");
    expect(data).toEqual([
      { name: "Ada", teacher: null },
      { name: "Bob", teacher: { name: "Ada" } },
      { name: "Cy", teacher: { name: "Ada" } },
    ]);
  });
});

describe("a call of a function", () => {
  it("by HEAD accepts arguments and counts exactly", async () => {
    const call = await service.rpc("local_numbers", { p_many: 5 }, { head: true, count: "exact" });
    expect(call).toMatchObject({ status: 200, count: 5, data: null });
  });

  it("by GET changes nothing", async () => {
    const { error } = await service.rpc("local_write", {}, { get: true });
    expect(error?.code).toBe("25006");
    expect((await service.rpc("local_write")).error).toBeNull();
  });

  it("finds names in the schema of the request and in the extra search path", async () => {
    expect((await service.rpc("local_path")).data).toMatch(
      /^"?public"?, "?public"?, "?extensions"?$/,
    );
  });
});

describe("an answer", () => {
  it.each([
    ["without an embedded table", "title"],
    ["with one", "title, local_writers(name)"],
  ])("of one row is required of a change, %s", async (_what, columns) => {
    const change = () => books().update({ rating: 1 }).eq("author_id", 1).select(columns).single();
    expect(await change()).toMatchObject({ status: 406, error: { code: "PGRST116" } });
    expect(await sql`select from public.local_volumes where rating = 1`).toEqual([]);
    await sql`delete from public.local_volumes where id = 2`;
    expect((await change()).data).toMatchObject({ title: "A" });
  });

  it("contains the Location of a new row with return=headers-only", async () => {
    const insert = (prefer: string) =>
      ask("/local_writers", {
        method: "POST",
        headers: { "content-type": "application/json", prefer },
        body: '{"id":9,"name":"New"}',
      });
    const response = await insert("return=headers-only");
    expect([response.status, response.headers.get("location")])
      .toEqual([201, "/local_writers?id=eq.9"]);
    await sql`delete from public.local_writers where id = 9`;
    const other = await insert("return=representation");
    expect([other.status, other.headers.get("location")]).toEqual([201, null]);
    await other.body?.cancel();
  });

  it("allows every origin", async () => {
    const response = await ask("/local_volumes", {
      headers: { origin: "https://app.example.com" },
    });
    await response.body?.cancel();
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  });
});

describe("the schema and the settings of the database", () => {
  it("is reloaded without a notification: new and dropped tables and columns", async () => {
    await sql`create table public.local_late (id integer primary key)`;
    await sql`grant all on public.local_late to service_role`;
    const late = () => service.from("local_late");
    await eventually(async () => expect((await late().insert({ id: 1 })).error).toBeNull());
    await sql`alter table public.local_late add column note text`;
    await eventually(async () =>
      expect((await late().insert({ id: 2, note: "new" })).error).toBeNull()
    );
    await sql`drop table public.local_late`;
    await eventually(async () => expect((await late().select()).status).toBe(404));
  });

  it("of the role authenticator enables aggregates, which are off by default", async () => {
    const sum = async () => (await ask("/local_volumes?select=rating.sum()")).json();
    expect(await sum()).toMatchObject({ code: "PGRST123" });
    const set = (to: string) =>
      sql.unsafe(`alter role authenticator ${to}; notify pgrst, 'reload config'`);
    await set("set pgrst.db_aggregates_enabled = 'true'");
    try {
      await eventually(async () => expect(await sum()).toEqual([{ sum: 9 }]));
    } finally {
      await set("reset pgrst.db_aggregates_enabled");
    }
    await eventually(async () => expect(await sum()).toMatchObject({ code: "PGRST123" }));
  });
});
