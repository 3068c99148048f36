/** Values through the local Data API: each arrives with the type of its column. */
import { describe, expect, it } from "vitest";
import { type Client, platform, service } from "./support/platform.ts";

const values = () => (service as Client).from("local_values");

describe("a jsonb column", () => {
  it.each([
    ["text", "plain"],
    ["text that reads as a number", "12"],
    ["text that reads as an object", '{"a":1}'],
    ["a number", 5],
    ["true", true],
    ["false", false],
    ["a list", ["a", 1, null]],
    ["an object", { a: { b: ["c"] } }],
  ])("keeps %s", async (_what, value) => {
    const { data } = await values().insert({ details: value, settings: value })
      .select("id, details, settings").single();
    expect(data).toMatchObject({ details: value, settings: value });
    const changed = await values().update({ details: [value] }).eq("id", data!.id)
      .select("details").single();
    expect(changed.data).toEqual({ details: [value] });
    const over = await values().upsert({ id: data!.id, details: value }).select("details").single();
    expect(over.data).toEqual({ details: value });
  });

  it("is null only when null is sent", async () => {
    const { data } = await values().insert([{ details: null }, { details: "null" }])
      .select("details");
    expect(data).toEqual([{ details: null }, { details: "null" }]);
  });
});

describe("a text column", () => {
  it.each(["true", "false", "12", "yes"])("is found by %s", async (note) => {
    const { data } = await values().insert({ note }).select("id").single();
    const found = async (query: PromiseLike<{ data: unknown }>) => (await query).data;
    const { id } = data!;
    expect(await found(values().select("note").eq("id", id).eq("note", note))).toEqual([{ note }]);
    expect(await found(values().select("note").eq("id", id).in("note", [note, "x"])))
      .toEqual([{ note }]);
    expect(await found(values().select("note").eq("id", id).neq("note", note))).toEqual([]);
    expect(await found(values().select("note").eq("id", id).or(`note.eq.${note},note.eq.x`)))
      .toEqual([{ note }]);
  });
});

describe("other columns", () => {
  it("accept JSON as text, and arrays with values of their item type", async () => {
    const tags = ["a,b", 'c"d', "e\\f", "", null];
    const { data } = await values().insert({ note: { a: 1 }, tags }).select("note, tags").single();
    expect(JSON.parse(data!.note)).toEqual({ a: 1 });
    expect(data!.tags).toEqual(tags);
  });

  it("read NULL in CSV as no value", async () => {
    const response = await fetch(`${platform.api_url}/rest/v1/local_values?select=note,rating`, {
      method: "POST",
      headers: {
        apikey: platform.secret_key,
        "content-type": "text/csv",
        prefer: "return=representation",
      },
      body: "note,rating\na,NULL\nNULL,2",
    });
    expect(await response.json()).toEqual([{ note: "a", rating: null }, { note: null, rating: 2 }]);
  });
});

describe("rows with different columns", () => {
  const rows = [{ note: "one", rating: 1 }, { note: "two" }];
  const stored = async (notes: string[]) =>
    (await values().select("note, rating, details").in("note", notes).order("note")).data;

  it("get null for missing columns", async () => {
    const { data } = await values().insert(rows).select("note, rating");
    expect(data).toEqual([{ note: "one", rating: 1 }, { note: "two", rating: null }]);
    expect(await stored(["one", "two"])).toMatchObject(data!);
  });

  it("get the column's default where the client asks for it", async () => {
    const own = rows.map((row) => ({ ...row, note: `${row.note} by default` }));
    const { data } = await values().insert(own, { defaultToNull: false }).select("note, rating");
    expect(data).toEqual([
      { note: "one by default", rating: 1 },
      { note: "two by default", rating: 3 },
    ]);
    expect(await stored(own.map(({ note }) => note))).toMatchObject(data!);
  });
});

describe("an argument", () => {
  it.each(["plain", "5", 5, true, null, ["x"], { a: "x" }])(
    "of type jsonb arrives as %j",
    async (value) => {
      expect((await service.rpc("local_json", { p_value: value })).data).toEqual(value);
    },
  );

  it("from a URL is JSON text, as PostgREST reads it", async () => {
    const { data } = await service.rpc("local_json", { p_value: "5" }, { get: true });
    expect(data).toBe("5");
  });

  it("of another type is parsed from its text", async () => {
    expect((await service.rpc("local_flag", { p_value: "true" })).data).toBe(false);
    expect((await service.rpc("local_flag", { p_value: false })).data).toBe(true);
    const texts = ["a,b", 'c"d', null];
    expect((await service.rpc("local_texts", { p_values: texts })).data).toEqual(texts);
    expect((await service.rpc("local_sum", { p_values: [1, 2, 3] })).data).toBe(6);
  });

  it("may be a row of a table, or many", async () => {
    const row = { id: 7, note: 'a "quoted" (note)', details: { deep: [1] }, tags: ["x", "y,z"] };
    const one = await service.rpc("local_row", { p_row: row });
    expect(one.data).toEqual({ ...row, settings: null, rating: null });
    const many = await service.rpc("local_rows", { p_rows: [row, { id: 8 }] });
    expect(many.data).toMatchObject([row, { id: 8, note: null }]);
  });

  it("without a name receives the whole body", async () => {
    const ask = async (name: string, type: string, body: BodyInit) => {
      const response = await fetch(`${platform.api_url}/rest/v1/rpc/${name}`, {
        method: "POST",
        headers: { apikey: platform.secret_key, "content-type": type },
        body,
      });
      return await response.json();
    };
    const json = { p_anything: [1, { a: null }] };
    expect(await ask("local_body", "application/json", JSON.stringify(json))).toEqual(json);
    expect(await ask("local_text", "text/plain", "hello")).toBe("hello!");
    expect(await ask("local_bytes", "application/octet-stream", new Uint8Array(300))).toBe(300);
  });
});
