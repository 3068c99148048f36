/** Changes of the interface that a minor version may make, and those for a major version alone. */
import { join } from "node:path";
import { afterAll, describe, expect, it, test } from "vitest";
import { scratchFolder } from "../../packages/local-supabase/helpers.ts";
import { majorChanges } from "../../tools/compatible.ts";
import {
  interfaceFaults,
  keepInterface,
  presentInterface,
  releasedInterface,
  rightsIn,
} from "../../tools/interface.ts";
import { sql, undone } from "../support/sql.ts";
import { type Change, changing, partsOf, without } from "./interface-parts.ts";
import { majors } from "./major-changes.ts";
import { minors } from "./minor-changes.ts";

const dir = await scratchFolder("interface");
afterAll(() => Deno.remove(dir, { recursive: true }));

const released = await presentInterface(sql);
const { document } = released;

const base = {
  ...document,
  paths: Object.fromEntries(changing.map((path) => [path, document.paths[path]])),
};

/** The findings about a change. */
function found(change: Change): string[] {
  const copy = structuredClone(base);
  change(partsOf(copy));
  return majorChanges(base, copy);
}

describe("only a major version", () => {
  it.each(majors)("%s", (_, change, finding) => {
    expect(found(change)).toContain(finding);
  });

  const { exports, variables, rights } = released;
  const { ". memoryStorage": __, ...fewer } = exports;
  const { "update goals.title": ___, ...forbidden } = rights;
  it.each<[string, typeof released, string]>([
    ["removes an export", { ...released, exports: fewer }, "export . memoryStorage: is gone"],
    [
      "requires an argument",
      { ...released, exports: { ...exports, ". memoryStorage": 1 } },
      "export . memoryStorage: requires 1 arguments",
    ],
    ["takes a right away", { ...released, rights: forbidden }, "right update goals.title: is gone"],
    [
      "requires an argument of a function",
      { ...released, rights: { ...rights, "call get_goal": 2 } },
      "right call get_goal: requires 2 arguments",
    ],
    [
      "removes a variable",
      { ...released, variables: without(variables, "SITE_URL") },
      "variable SITE_URL: is gone",
    ],
  ])("%s", (_, present, finding) => {
    expect(interfaceFaults(released, present)).toEqual([finding]);
    const next = { ...document, info: { ...document.info, version: "2.0.0" } };
    expect(interfaceFaults(released, { ...present, document: next })).toEqual([]);
  });
});

describe("a minor version", () => {
  it.each(minors)("%s", (_, change) => {
    expect(found(change)).toEqual([]);
  });
});

test("the rights in a database are those of signed-in users", async () => {
  const before = await rightsIn(sql);
  expect(before).toMatchObject({
    "call get_goal": 1,
    "call get_goal with p_id": 0,
    "select goals.title": 0,
    "update goals.title": 0,
    "delete goals": 0,
  });
  expect(before).not.toHaveProperty("update goals.user_id");
  const after = await undone(async (transaction) => {
    await transaction`revoke update (title), delete on public.goals from authenticated`;
    await transaction`revoke execute on function public.get_goal from authenticated`;
    await transaction`revoke insert (description) on public.goals from authenticated`;
    return await rightsIn(transaction);
  });
  expect(interfaceFaults(released, { ...released, rights: after })).toEqual([
    "right call get_goal: is gone",
    "right call get_goal with p_id: is gone",
    "right delete goals: is gone",
    "right insert goals.description: is gone",
    "right update goals.title: is gone",
  ]);
});

test("a schema that contains itself is compared once", () => {
  const nested = (type: string) => ({
    paths: {
      "/a": { get: { responses: { 200: { content: { json: { schema: { $ref: "#/a" } } } } } } },
    },
    a: { type: "object", properties: { a: { $ref: "#/a" }, b: { type } } },
  });
  expect(majorChanges(nested("string"), nested("integer")))
    .toEqual(["GET /a answer.200.json.b: may be integer"]);
});

test("an operation may name the codes of a refusal, and keeps the codes that it has named", () => {
  const refusing = (...codes: string[]) => {
    const named = { properties: { code: { type: "string", enum: codes } } };
    const schema = { allOf: [{ $ref: "#/components/schemas/ErrorBody" }, named] };
    const general = { $ref: "#/components/schemas/ErrorBody" };
    const content = { json: { schema: codes.length > 0 ? schema : general } };
    const ErrorCode = { type: "string", enum: ["conflict", "id_taken", "quota_reached"] };
    const code = { $ref: "#/components/schemas/ErrorCode" };
    return {
      paths: { "/a": { post: { responses: { 409: { content } } } } },
      components: { schemas: { ErrorCode, ErrorBody: { type: "object", properties: { code } } } },
    };
  };
  expect(majorChanges(refusing(), refusing("id_taken"))).toEqual([]);
  expect(majorChanges(refusing("id_taken"), refusing("id_taken", "conflict"))).toEqual([]);
  expect(majorChanges(refusing("id_taken", "conflict"), refusing("conflict")))
    .toEqual(['POST /a answer.409.json.code: the value "id_taken" is gone']);
});

test("before the first release nothing breaks the interface", async () => {
  expect(await releasedInterface(dir)).toBeNull();
  expect(interfaceFaults(null, { ...released, exports: {}, rights: {} })).toEqual([]);
});

test("a release keeps the interface with a line for each operation", async () => {
  await Deno.mkdir(join(dir, "docs"));
  await keepInterface(released, dir);
  expect(await releasedInterface(dir)).toEqual(released);
  const text = await Deno.readTextFile(join(dir, "docs/released-interface.json"));
  expect(text.match(/^"post": \{"operationId":"createGoal",.*$/gm)).toHaveLength(1);
});
