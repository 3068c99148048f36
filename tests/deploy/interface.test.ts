/** What a minor version may change of the interface, and what only a major version may. */
import { join } from "node:path";
import { afterAll, describe, expect, it, test } from "vitest";
import { scratchFolder } from "../../packages/local-supabase/helpers.ts";
import { majorChanges } from "../../tools/compatible.ts";
import { interfaceFaults, keepInterface, releasedInterface } from "../../tools/interface.ts";
import { type Change, changing, partsOf, without } from "./interface-parts.ts";
import { majors } from "./major-changes.ts";
import { minors } from "./minor-changes.ts";

const dir = await scratchFolder("interface");
afterAll(() => Deno.remove(dir, { recursive: true }));

const released = await releasedInterface();
const { document } = released;

const base = {
  ...document,
  paths: Object.fromEntries(changing.map((path) => [path, document.paths[path]])),
};

/** What is found of a change. */
function found(change: Change): string[] {
  const copy = structuredClone(base);
  change(partsOf(copy));
  return majorChanges(base, copy);
}

describe("only a major version", () => {
  it.each(majors)("%s", (_, change, finding) => {
    expect(found(change)).toContain(finding);
  });

  const { exports, variables } = released;
  const { ". memoryStorage": __, ...fewer } = exports;
  it.each<[string, typeof released, string]>([
    ["removes an export", { ...released, exports: fewer }, "export . memoryStorage: is gone"],
    [
      "requires an argument",
      { ...released, exports: { ...exports, ". memoryStorage": 1 } },
      "export . memoryStorage: requires 1 arguments",
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

test("a release keeps the interface with a line for each operation", async () => {
  const path = join(dir, "interface.json");
  await keepInterface(released, path);
  expect(await releasedInterface(path)).toEqual(released);
  const text = await Deno.readTextFile(path);
  expect(text.match(/^"post": \{"operationId":"createGoal",.*$/gm)).toHaveLength(1);
});
