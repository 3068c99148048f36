/** Every answer has all of its fields: absent values are null. */
import { expect, it } from "vitest";
import { type Document, readDocument, type Schema } from "./document.ts";

/** Free settings: the client's own keys, stored as they were sent. */
const free = new Set(["Preferences"]);

/** The paths of fields that an answer of this schema may omit. */
function optional(
  schema: Schema & { required?: string[]; allOf?: Schema[]; additionalProperties?: unknown },
  document: Document,
  path: string,
  seen: ReadonlySet<string> = new Set(),
): string[] {
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1)!;
    return seen.has(name) || free.has(name)
      ? []
      : optional(document.components.schemas[name]!, document, name, new Set([...seen, name]));
  }
  const properties = Object.entries(schema.properties ?? {});
  const additional = schema.additionalProperties;
  return [
    ...properties.filter(([name]) => !schema.required?.includes(name))
      .map(([name]) => `${path}.${name}`),
    ...[
      ...properties,
      ...[schema.anyOf ?? [], schema.allOf ?? [], schema.items ?? [], additional ?? []].flat()
        .filter((each) => typeof each === "object" && each !== null)
        .map((each) => ["", each as Schema] as const),
    ].flatMap(([name, each]) => optional(each, document, name ? `${path}.${name}` : path, seen)),
  ];
}

it("no answer omits a field", async () => {
  const document = await readDocument();
  const found = document.operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).filter(([status]) => Number(status) < 400)
      .flatMap(([, { content }]) => Object.values(content ?? {}))
      .flatMap(({ schema }) => schema ? optional(schema, document, operationId) : [])
  );
  // A job answers three fields; this one tells of a run that has nothing to do for want of a key.
  // JSON-RPC omits the id of a message that nobody could read, and data that an error lacks. Each
  // kind of a slot has parameters of its own.
  const omitted = /\.skipped$|^McpError\.(id|error\.data)$|^SealedSlotParameters\.\w+$/;
  expect([...new Set(found)].filter((name) => !omitted.test(name))).toEqual([]);
});
