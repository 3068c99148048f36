/** Answers to invalid input: messages, codes, and the input that the service takes. */
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "@hono/zod-openapi";
import { date, email, httpsUrl, moment, text, timestamp, uuid } from "../../shared/fields/basic.ts";
import { settings } from "../../shared/fields/settings.ts";
import { describeIssues, invalid } from "../../shared/http/validation.ts";
import { bearer, json, newApp, read, resetEnvironment, sign, userId } from "./support.ts";

beforeEach(resetEnvironment);

/** The message of a schema for an input; undefined when it is valid. */
const says = (schema: z.ZodType, input: unknown) => {
  const { error } = z.object({ field: schema }).safeParse({ field: input });
  return error && describeIssues(error, "body").replace(/^field: /, "");
};

type Case = [z.ZodType, input: unknown, message: string, code: string];

describe("messages and codes", () => {
  it.each<Case>([
    [z.string(), undefined, "required", "required"],
    [z.string(), 5, "expected string", "wrong_type"],
    [z.string(), null, "expected string", "wrong_type"],
    [z.int(), 1.5, "expected an integer", "wrong_type"],
    [z.number().min(1), 0, "expected at least 1", "too_small"],
    [z.number().max(10), 11, "expected at most 10", "too_large"],
    [z.number().positive(), 0, "expected more than 0", "too_small"],
    [z.number().refine((n) => n !== 0, "must not be 0"), 0, "must not be 0", "invalid_value"],
    [z.array(z.string()).max(2), ["a", "b", "c"], "expected at most 2 items", "too_many"],
    [z.array(z.string()).min(1), [], "expected at least 1 item", "too_few"],
    [z.enum(["a", "b"]), "c", "expected one of a, b", "unknown_value"],
    [z.enum(["a", "b"]), undefined, "required", "required"],
    [email, "x", "expected an e-mail address", "wrong_format"],
    [email, undefined, "required", "required"],
    [z.string().regex(/^\d\d:\d\d$/, "expected HH:MM"), "x", "expected HH:MM", "wrong_format"],
    [uuid, "123", "expected a UUID", "wrong_format"],
    [date, "21.11.2026", "expected YYYY-MM-DD", "wrong_format"],
    [date, "2026-02-30", "expected YYYY-MM-DD", "wrong_format"],
    [date, "0000-01-01", "expected YYYY-MM-DD", "wrong_format"],
    ...["yesterday", "2026-01-01T00:00:00+16:00", "2026-01-01T00:00:00-23:59"].map(
      (time): Case => [timestamp, time, "expected an ISO 8601 timestamp", "wrong_format"],
    ),
    [moment, "0000-01-01", "expected an ISO 8601 timestamp or date", "wrong_format"],
    ...[
      "http://example.com/a.png",
      "javascript:alert(1)",
      "https://example.com/ä",
      "https://example.com/%zz",
      "https://example.com/#a#b",
    ].map(
      (url): Case => [httpsUrl, url, "expected an https URL", "wrong_format"],
    ),
    [text(1, 5), "", "must not be empty", "too_short"],
    [text(1, 5), "123456", "expected at most 5 characters", "too_long"],
    [text(0, 5), "a\0b", "holds a character that cannot be stored", "invalid_value"],
    [text(0, 5), "\ud800", "holds a character that cannot be stored", "invalid_value"],
    [
      httpsUrl,
      `https://example.com/${"a".repeat(2048)}`,
      "expected at most 2048 characters",
      "too_long",
    ],
    [settings, [], "expected object", "wrong_type"],
    [settings, { a: "x".repeat(16_384) }, "expected at most 16 kB", "invalid_value"],
    [
      settings,
      { a: [Object.fromEntries(Array.from({ length: 200 }, (_, n) => [n, 0]))] },
      "expected at most 200 keys",
      "invalid_value",
    ],
    [
      settings,
      JSON.parse(`{"a":${"[".repeat(1e5)}${"]".repeat(1e5)}}`),
      "expected at most 32 levels",
      "invalid_value",
    ],
  ])("of case %#", (schema, input, message, code) => {
    const { error } = z.object({ field: schema }).safeParse({ field: input });
    expect(invalid(error!, "body").fields).toEqual([{ path: "field", code, message }]);
  });

  it("name every field, nested ones by their path", () => {
    const schema = z.object({ title: z.string(), tags: z.array(z.object({ name: z.string() })) });
    const { error } = schema.safeParse({ tags: [{ name: "a" }, { name: 1 }] });
    expect(describeIssues(error!, "body")).toBe("title: required; tags.1.name: expected string");
  });
});

describe("a refusal of many unknown names", () => {
  const { error } = z.strictObject({}).safeParse(
    Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`${n}${"x".repeat(5000)}`, 1])),
  );

  it("tells of 100, each with its beginning", () => {
    const { message, fields } = invalid(error!, "body");
    expect(fields).toHaveLength(100);
    expect(fields![1]).toEqual({
      path: `1${"x".repeat(99)}…`,
      code: "invalid_value",
      message: "unknown name",
    });
    expect(message.length).toBeLessThan(700);
  });

  it("tells of 100 in many objects, too", () => {
    const many = z.array(z.strictObject({})).safeParse(Array(5000).fill({ a: 1, b: 2 }));
    expect(invalid(many.error!, "body").fields).toHaveLength(100);
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
