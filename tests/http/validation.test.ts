import { beforeEach, describe, expect, it } from "vitest";
import { z } from "@hono/zod-openapi";
import { date, email, httpsUrl, text, timestamp, uuid } from "../../shared/fields/basic.ts";
import { settings } from "../../shared/fields/settings.ts";
import { describeIssues } from "../../shared/http/validation.ts";
import { bearer, json, newApp, read, resetEnvironment, sign, userId } from "./support.ts";

beforeEach(resetEnvironment);

/** The message of a schema for an input; undefined when it is valid. */
const says = (schema: z.ZodType, input: unknown) => {
  const { error } = z.object({ field: schema }).safeParse({ field: input });
  return error && describeIssues(error, "body").replace(/^field: /, "");
};

describe("messages", () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.string(), undefined, "required"],
    [z.string(), 5, "expected string"],
    [z.string(), null, "expected string"],
    [z.int(), 1.5, "expected an integer"],
    [z.number().min(1), 0, "expected at least 1"],
    [z.number().max(10), 11, "expected at most 10"],
    [z.number().positive(), 0, "expected more than 0"],
    [z.array(z.string()).max(2), ["a", "b", "c"], "expected at most 2 items"],
    [z.array(z.string()).min(1), [], "expected at least 1 item"],
    [z.enum(["a", "b"]), "c", "expected one of a, b"],
    [z.enum(["a", "b"]), undefined, "required"],
    [email, "x", "expected an e-mail address"],
    [email, undefined, "required"],
    [z.string().regex(/^\d\d:\d\d$/, "expected HH:MM"), "x", "expected HH:MM"],
    [uuid, "123", "expected a UUID"],
    [date, "21.11.2026", "expected YYYY-MM-DD"],
    [date, "2026-02-30", "expected YYYY-MM-DD"],
    [timestamp, "yesterday", "expected an ISO 8601 timestamp"],
    [httpsUrl, "http://example.com/a.png", "expected an https URL"],
    [httpsUrl, "javascript:alert(1)", "expected an https URL"],
    [httpsUrl, "https://example.com/ä", "expected an https URL"],
    [httpsUrl, "https://example.com/%zz", "expected an https URL"],
    [httpsUrl, "https://example.com/#a#b", "expected an https URL"],
    [text(1, 5), "", "must not be empty"],
    [text(1, 5), "123456", "expected at most 5 characters"],
    [text(0, 5), "a\0b", "holds a character that cannot be stored"],
    [text(0, 5), "\ud800", "holds a character that cannot be stored"],
    [httpsUrl, `https://example.com/${"a".repeat(2048)}`, "expected at most 2048 characters"],
    [settings, [], "expected object"],
    [settings, { a: "x".repeat(16_384) }, "expected at most 16 kB"],
    [
      settings,
      { a: [Object.fromEntries(Array.from({ length: 200 }, (_, n) => [n, 0]))] },
      "expected at most 200 keys",
    ],
    [
      settings,
      JSON.parse(`{"a":${"[".repeat(1e5)}${"]".repeat(1e5)}}`),
      "expected at most 32 levels",
    ],
  ])("of %# to %s", (schema, input, message) => {
    expect(says(schema, input)).toBe(message);
  });

  it("name every field, nested ones by their path", () => {
    const schema = z.object({ title: z.string(), tags: z.array(z.object({ name: z.string() })) });
    const { error } = schema.safeParse({ tags: [{ name: "a" }, { name: 1 }] });
    expect(describeIssues(error!, "body")).toBe("title: required; tags.1.name: expected string");
  });
});

describe("a text", () => {
  it("is measured in characters, as Postgres measures it", () => {
    expect(says(text(1, 3), "👩🚀🌍")).toBeUndefined();
    expect(says(text(1, 3), "👩🚀🌍!")).toBe("expected at most 3 characters");
    expect(says(text(2, 3), "👩")).toBe("expected at least 2 characters");
    expect(says(text(2, 3), "👩🚀")).toBeUndefined();
  });
});

describe("an id", () => {
  it("may be any UUID that Postgres accepts", () => {
    for (const id of [userId, userId.toUpperCase(), "11111111-1111-1111-1111-111111111111"]) {
      expect(says(uuid, id)).toBeUndefined();
    }
  });

  it("in the path that is malformed is 400", async () => {
    for (const id of ["1", "4f8b2c1e-7d3a-4b6f-9a51", "%E0%A4%A", "null"]) {
      expect(await read(await newApp().request(`/things/${id}`)))
        .toMatchObject([400, { error: "id: expected a UUID" }]);
    }
  });
});

describe("a query", () => {
  it("is parsed, completed with defaults and refused by its schema", async () => {
    const headers = bearer(await sign());
    const list = async (query: string) =>
      await read(await newApp().request(`/things${query}`, { headers }));
    const page = (title: string) => ({ things: [{ title }], next_cursor: null });
    expect(await list("")).toEqual([200, page("50 any")]);
    expect(await list("?limit=7&color=red")).toEqual([200, page("7 red")]);
    expect(await list("?limit=0&color=green")).toMatchObject([400, {
      error: "limit: expected an integer from 1 to 100; color: expected one of red, blue",
    }]);
    expect(await list("?limit=1&limit=2"))
      .toMatchObject([400, { error: "limit: expected an integer from 1 to 100" }]);
  });
});

describe("a body", () => {
  const post = async (body: unknown) => {
    const [status, { error }] = await read(await newApp().request("/things", json("POST", body)));
    return [status, error];
  };

  it("that breaks a rule is 400 and names the field", async () => {
    expect(await post({})).toEqual([400, "title: required"]);
    expect(await post({ title: "a", target_date: "soon" }))
      .toEqual([400, "target_date: expected YYYY-MM-DD"]);
    expect(await post({ title: "a", tags: ["a", "b", "c"] }))
      .toEqual([400, "tags: expected at most 2 items"]);
    expect(await post({ title: "x".repeat(201) }))
      .toEqual([400, "title: expected at most 200 characters"]);
  });

  it("that is not an object is 400", async () => {
    for (const body of [[], "text", 1, null, true]) {
      expect(await post(JSON.stringify(body))).toEqual([400, "body: expected object"]);
    }
  });

  it("may hold unknown fields, which are ignored", async () => {
    expect(await post({ title: "a", unknown: 1, __proto__: { title: "b" } }))
      .toEqual([201, undefined]);
  });
});

describe("an update", () => {
  const put = async (body: unknown) => {
    const init = json("PUT", body, bearer(await sign()));
    return await read(await newApp().request(`/things/${userId}`, init));
  };

  it("accepts any subset of its fields", async () => {
    expect(await put({ title: "a", other: 1 })).toEqual([200, { title: "a" }]);
    expect(await put({ target_date: null })).toEqual([200, { target_date: null }]);
  });

  it("without a known field is 400", async () => {
    const refusal = [400, { error: "no known field to update" }];
    expect(await put({})).toMatchObject(refusal);
    expect(await put({ other: 1 })).toMatchObject(refusal);
  });
});
