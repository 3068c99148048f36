/** Every list takes `limit` and `cursor` and says `next_cursor`. */
import { describe, expect, it } from "vitest";
import "../support/configured.ts";
import { NOWHERE } from "../support/requests.ts";
import { superAdmin } from "../support/people.ts";
import { fill, type Operation, readDocument, type Schema } from "./document.ts";

const { components, operations } = await readDocument();

const resolved = (schema: Schema): Schema =>
  schema.$ref ? components.schemas[schema.$ref.split("/").at(-1)!]! : schema;

/** The fields of a successful answer, of each of its forms. */
const fieldsOf = ({ responses }: Operation): Record<string, Schema>[] => {
  const schema = resolved(responses["200"]?.content?.["application/json"]?.schema ?? {});
  return (schema.anyOf?.map(resolved) ?? [schema]).map(({ properties }) => properties ?? {});
};

const hasArray = (fields: Record<string, Schema>) =>
  Object.values(fields).some((schema) => resolved(schema).type === "array");

/**
 * Views of one date, the state of the service, an account in pages of bytes, grants, metadata, and
 * what a device checks as a whole before it opens a sealed notebook.
 */
const noList =
  /\{(date|weekStartDate)\}$|^\/api\/admin\/health$|^\/api\/user\/(export|grants)$|^\/oauth\/|\/\.well-known\/|\/sealed(\/|$)/;

const lists = operations.filter((each) =>
  each.method === "GET" && !noList.test(each.path) &&
  fieldsOf(each).some((fields) => "next_cursor" in fields || hasArray(fields))
);

const admin = await superAdmin("Lista Long");

it("there are lists in the document", () => {
  expect(lists.length).toBeGreaterThan(45);
});

describe("the list", () => {
  it.each(lists.map((each) => [each.operationId, each] as const))("%s", async (_id, operation) => {
    const { parameters } = operation;
    expect(parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(["limit", "cursor"]));
    for (const fields of fieldsOf(operation)) expect(fields).toHaveProperty("next_cursor");
    const { minimum, maximum } = parameters.find(({ name }) => name === "limit")!.schema;
    const most = operation.operationId === "syncChanges" ? 1000 : 100;
    expect([minimum, Number(maximum) <= most]).toEqual([1, true]);

    const get = (limit: unknown, more: Record<string, string> = {}) => {
      const required = parameters.filter((each) => each.in === "query" && each.required);
      const query = new URLSearchParams({
        ...Object.fromEntries(required.map(({ name, schema }) => [name, String(schema.example)])),
        limit: String(limit),
        ...more,
      });
      return admin.api("GET", `${fill(operation.path, () => NOWHERE)}?${query}`);
    };
    for (const limit of [0, Number(maximum) + 1, "x"]) {
      expect((await get(limit)).status).toBe(400);
    }
    expect([400, 404]).toContain((await get(1, { cursor: "made up" })).status);
    const { status, body } = await get(1);
    if (status === 404) return;
    expect(status).toBe(200);
    expect(body.next_cursor === null || typeof body.next_cursor === "string").toBe(true);
    const items = Object.values(body).find(Array.isArray) ?? [];
    expect(items.length).toBeLessThanOrEqual(1);
    if (body.next_cursor === null) return;
    const next = await get(1, { cursor: body.next_cursor });
    expect([next.status, next.body]).not.toEqual([200, body]);
  });
});
