/**
 * The JSON Schema of structured outputs: validation of strict schemas, and the minimal valid value.
 */

/** The subset of JSON Schema that strict structured outputs accept. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  minItems?: number;
}

const partsOf = (schema: Schema): Schema[] => [
  ...Object.values(schema.properties ?? {}),
  ...(schema.items ? [schema.items] : []),
  ...(schema.anyOf ?? []),
];

/** Whether every object names all its properties as required and allows no others. */
export function isStrict(schema: Schema): boolean {
  const { type, properties = {}, required = [], additionalProperties } = schema;
  const closed = type !== "object" ||
    additionalProperties === false &&
      Object.keys(properties).every((key) => required.includes(key));
  return closed && partsOf(schema).every(isStrict);
}

/** The minimal value of a schema: the first value of an enum, 0, empty lists. */
export function plainest(schema: Schema): unknown {
  const { const: only, enum: words, anyOf, properties = {}, items, minItems = 0 } = schema;
  if (only !== undefined) return only;
  if (words) return words[0];
  if (anyOf) return plainest(anyOf[0]!);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, plainest(part)]),
      );
    case "array":
      return Array.from({ length: minItems }, () => plainest(items!));
    case "string":
      return "plain words";
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return 0;
  }
}
