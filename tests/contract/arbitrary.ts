/** Invalid and unusual input, generated from the document's parameters and bodies. */
import fc from "fast-check";
import type { Document, Operation, Schema } from "./document.ts";

/** Strings that often cause errors. */
const nasty = fc.constantFrom(
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "💥".repeat(60),
  "'; drop table profiles; --",
  "%00",
  "../../etc/passwd",
  "{{7*7}}",
  "null",
  "NaN",
  "1e400",
  "-1",
  "99999999999999999999",
  "0001-01-01",
  "2026-02-30",
  "+275760-09-13T00:00:00Z",
  "infinity",
  "(1,2)",
  "{1,2}",
  "x".repeat(5000),
);

const anything = fc.oneof(
  nasty,
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.uuid(),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A value that is valid half of the time, so that the code after validation is reached too. */
function like(schema: Schema, document: Document): fc.Arbitrary<unknown> {
  const { $ref, anyOf, type, properties, items } = schema;
  if ($ref) return like(document.components.schemas[$ref.split("/").at(-1)!]!, document);
  if (anyOf) return fc.oneof(...anyOf.map((each) => like(each, document)), anything);
  if (schema.enum) return fc.oneof(fc.constantFrom(...schema.enum), anything);
  const kind = Array.isArray(type) ? type[0] : type;
  const right: Record<string, () => fc.Arbitrary<unknown>> = {
    string: () =>
      schema.format === "uuid"
        ? fc.uuid()
        : schema.format === "date"
        ? fc.constantFrom("2026-11-21", "9999-12-31", "0001-01-01")
        : schema.format === "date-time"
        ? fc.constantFrom("2026-11-21T00:00:00Z", "9999-12-31T23:59:59.999999+14:00")
        : fc.string({ minLength: 1, maxLength: 60 }),
    integer: () => fc.oneof(fc.integer({ min: 0, max: 100 }), fc.maxSafeInteger()),
    number: () => fc.double(),
    boolean: () => fc.boolean(),
    array: () => fc.array(like(items ?? {}, document), { maxLength: 25 }),
    object: () =>
      fc.record(
        Object.fromEntries(
          Object.entries(properties ?? {}).map(([name, each]) => [name, like(each, document)]),
        ),
        { requiredKeys: [] },
      ),
  };
  const made = right[kind ?? ""]?.();
  return made
    ? fc.oneof({ weight: 3, arbitrary: made }, { weight: 1, arbitrary: anything })
    : anything;
}

export interface FuzzedRequest {
  path: Record<string, string>;
  query: Record<string, string>;
  /** The JSON body, or its text when it is malformed; undefined for none. */
  body: unknown;
  contentType: string;
}

const word = (value: unknown) =>
  typeof value === "string" ? value.toWellFormed() : String(JSON.stringify(value));

/** Requests to one operation. */
export function requests(operation: Operation, document: Document): fc.Arbitrary<FuzzedRequest> {
  const parametersIn = (where: string) =>
    Object.fromEntries(
      operation.parameters.filter((each) => each.in === where)
        .map(({ name, schema }) => [name, like(schema, document).map(word)]),
    );
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const body = schema
    ? fc.oneof(
      { weight: 8, arbitrary: like(schema, document) },
      { weight: 1, arbitrary: anything },
      { weight: 1, arbitrary: fc.constantFrom("{", "[", "\xff", '{"a":1', '"', "[".repeat(5000)) },
    )
    : fc.oneof(fc.constant(undefined), anything);
  return fc.record({
    path: fc.record(parametersIn("path")),
    query: fc.record(parametersIn("query"), { requiredKeys: [] }) as fc.Arbitrary<
      Record<string, string>
    >,
    body: operation.method === "GET" ? fc.constant(undefined) : body,
    contentType: fc.oneof(
      { weight: 9, arbitrary: fc.constant("application/json") },
      { weight: 1, arbitrary: fc.constantFrom("text/plain", "multipart/form-data", "x") },
    ),
  });
}
