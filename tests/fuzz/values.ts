/** Values for fast-check: values that a schema allows, and values that often cause errors. */
import fc from "fast-check";
import type { Document, Schema } from "../contract/operations.ts";
import { type Known, nameOf } from "./known.ts";

/** A value that answers have told under this name; else the given one. */
const known = (name: string, otherwise: fc.Arbitrary<unknown>): fc.Arbitrary<Known> =>
  fc.record({ $known: fc.constant(nameOf(name)), nth: fc.nat(49), otherwise });

/** Texts that the Data API takes for filters where they stand in an address. */
const likeFilters = fc.constantFrom(
  ...["gt.5", "eq.", "in.progress", "in.(a", "is.it", "not.sure", "not.in.(1)", "fts.x", "match.("],
  ...["eq(any).{a}", "like(all).x", "fts(english).a", "isdistinct.a", "cs.{", "neq.(1,2)"],
);

/** Strings that often cause errors. */
export const nastyText = fc.oneof(
  { weight: 1, arbitrary: likeFilters },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...["", " ", "\0", "a\0b", "\ud800", "a\udfff", "\ufeff", "\ufffe", "\u2028", "\r\n", "\t"],
      ...["\u202eright to left", "مرحبا", "a" + "\u0301".repeat(300), "👩‍👩‍👧‍👦", "İß", "\u200b", "ﬁ"],
      ...["'; drop table profiles; --", "%00", "%", "_%", "*", "../../etc/passwd", "{{7*7}}", "\\"],
      ...['"', "a,b", "a.b", "(1,2)", "{1,2}", "[1,2)", "null", "NaN", "true", "__proto__"],
      ...["constructor", "<script>alert(1)</script>", "javascript:alert(1)", "@@@ ### @a #b"],
      ...["-1", "0", "1e400", "99999999999999999999", "1.5", "0x10", "１２", "+1", "1 "],
      ...["0001-01-01", "0000-01-01", "2026-02-30", "9999-12-31", "2026-13-01", "20261121"],
      ...["+275760-09-13T00:00:00Z", "-infinity", "infinity", "now", "epoch", "24:00", "25:61"],
      ...["2026-11-21T00:00:00+25:00", "2026-11-21T23:59:60Z", "2026-11-21T00:00:00", "12:00"],
      ...["Europe/Nowhere", "EST5EDT", "UTC+25", "localtime", "xx-YY", "ZZ", "a@b", "a@b.c"],
      ...["http://169.254.169.254/", "https://[::1", "file:///etc/passwd", "https://a".repeat(300)],
      ...["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
      ...["{00000000-0000-4000-8000-000000000000}", "00000000000040008000000000000000"],
      ...["x".repeat(5_000), "💥".repeat(60), "ä".repeat(60_000), "#a ".repeat(3_000)],
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 50 }) },
);

const deep = (depth: number, close: (inner: unknown) => unknown) => {
  let value: unknown = 1;
  for (let n = 0; n < depth; n++) value = close(value);
  return value;
};

/** Values of any type that often cause errors. */
export const nasty: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: nastyText },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      ...[null, true, false, 0, -0, -1, 0.5, 1e-320, 1e15, 1e308, -1e308, 2 ** 31, -(2 ** 31) - 1],
      ...[2 ** 53, 2 ** 63, -(2 ** 63), 32_768, [], {}, [null], [[]], { a: null }, { "": "" }],
      ...[{ $eq: 1 }, { length: -1 }, { toString: 1 }, ["a", "a"], Array(200).fill("a")],
      ...[deep(20, (a) => [a]), deep(400, (a) => [a]), deep(400, (a) => ({ a }))],
      ...[Array(5_000).fill(0), "y".repeat(200_000)],
    ),
  },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Strings of a format, with those at the borders of what Postgres takes. */
const formats: Record<string, fc.Arbitrary<unknown>> = {
  date: fc.constantFrom(
    "2026-11-22",
    "2026-11-23",
    "2026-11-16",
    "2024-02-29",
    "9999-12-31",
    "0001-01-01",
  ),
  "date-time": fc.oneof(
    fc.constantFrom("2026-11-21T00:00:00Z", "2026-11-22T12:00:00.123456+05:30"),
    fc.constantFrom(
      ...["9999-12-31T23:59:59.999999+14:00", "0001-01-01T00:00:00-14:00", "1000-01-01T00:00:00Z"],
    ),
  ),
  uri: fc.constantFrom(
    "https://example.com/a.png",
    "https://ex%61mple.com/ä?b#c",
    "https://a@b:1/",
  ),
  email: fc.constantFrom("ana@example.com", "a+b@sub.example.com", `${"a".repeat(64)}@example.com`),
};

const text = ({ minLength = 0, maxLength = 300 }: { minLength?: number; maxLength?: number }) => {
  const sized = (length: number) =>
    fc.constantFrom("a", "é", "💥").map((unit) => unit.repeat(length));
  const most = Math.min(maxLength, 2_000);
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.string({
        minLength,
        maxLength: Math.min(most, minLength + 30),
        unit: "grapheme",
      }),
    },
    { weight: 1, arbitrary: sized(minLength) },
    { weight: 1, arbitrary: sized(most) },
    {
      weight: 1,
      arbitrary: likeFilters.map((words) => words.padEnd(minLength, "a").slice(0, most)),
    },
  );
};

/** Keywords of the document's schemas. */
interface Keywords extends Schema {
  allOf?: Keywords[];
  required?: string[];
  format?: string;
  example?: unknown;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  additionalProperties?: Keywords | boolean;
}

/** Whether only the service's answers, and nobody's guess, tell a value that it takes. */
export const isLearnt = (name: string, schema?: Schema): boolean =>
  schema?.format === "uuid" || /^(code|secret|grant|token|confirm|price)$/.test(nameOf(name));

/** Values that the schema of a field allows, as far as the schema says. */
export function allowed(schema: Keywords, name: string, document: Document): fc.Arbitrary<unknown> {
  if (schema.$ref) {
    return allowed(document.components.schemas[schema.$ref.split("/").at(-1)!]!, name, document);
  }
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => allowed(each, name, document)));
  if (schema.allOf) {
    return fc.tuple(...schema.allOf.map((each) => allowed(each, name, document)))
      .map((parts) =>
        parts.every((part) => typeof part === "object") ? Object.assign({}, ...parts) : parts[0]
      );
  }
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? []].flat();
  if (types.length > 1) {
    return fc.oneof(...types.map((type) => allowed({ ...schema, type }, name, document)));
  }
  const made = ofType(types[0] ?? "", schema, name, document);
  // The example of an id is nobody's.
  return schema.example === undefined || types[0] === "object" || schema.format === "uuid"
    ? made
    : fc.oneof({ weight: 3, arbitrary: made }, {
      weight: 2,
      arbitrary: fc.constant(schema.example),
    });
}

function ofType(
  type: string,
  schema: Keywords,
  name: string,
  document: Document,
): fc.Arbitrary<unknown> {
  const { minimum: min = -1_000_000, maximum = 1_000_000, format = "" } = schema;
  // A thousand synthetic users at a time, again and again, would slow down all that follows.
  const max = name === "count" ? Math.min(maximum, 20) : maximum;
  switch (type) {
    case "string": {
      const made = format === "uuid" ? fc.uuid() : formats[format] ??
        (schema.pattern ? fc.stringMatching(new RegExp(schema.pattern)) : text(schema));
      const share = isLearnt(name, schema) ? 15 : 1;
      return fc.oneof({ weight: share, arbitrary: known(name, made) }, {
        weight: 2,
        arbitrary: made,
      });
    }
    case "integer":
      return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max));
    case "number":
      return fc.oneof(fc.double({ min, max, noNaN: true }), fc.constantFrom(min, max));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array": {
      const { minItems: minLength = 0, maxItems = 4 } = schema;
      const maxLength = Math.max(minLength, Math.min(maxItems, 4));
      return fc.array(allowed(schema.items ?? {}, name, document), { minLength, maxLength });
    }
    case "object": {
      const fields = Object.entries(schema.properties ?? {})
        .map(([field, each]) => [field, allowed(each, field, document)] as const);
      const extra = schema.additionalProperties;
      return fields.length === 0 && extra
        ? fc.dictionary(
          fc.string({ maxLength: 20 }),
          extra === true ? fc.jsonValue() : allowed(extra, "", document),
          { maxKeys: 5 },
        )
        : fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] } as never);
    }
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}
