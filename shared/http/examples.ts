/** Examples of bodies and answers, made of the examples of their fields. */

/** The parts of a JSON Schema that are read here. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  example?: unknown;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
}

/** A media type of a body or an answer in the document. */
export interface Media {
  schema?: Schema;
  example?: unknown;
}

/**
 * Gives each body and answer an example, made of its schema. A stated example only names fields that
 * differ from the made one. A schema with a field that has no example makes no example, so that the
 * document never shows a placeholder; a test finds it.
 */
export function addExamples(media: Iterable<Media>, schemas: Record<string, Schema>): void {
  for (const each of media) {
    if (!each.schema) continue;
    const example = changed(exampleOf(each.schema, schemas), each.example);
    if (example !== undefined) each.example = example;
  }
}

/** An example with changes: of a record by name, of a list item by item. */
function changed(example: unknown, changes: unknown): unknown {
  if (isRecord(example) && isRecord(changes)) {
    const named = mapValues(changes, (name, change) => changed(example[name], change));
    return { ...example, ...named };
  }
  if (Array.isArray(example) && Array.isArray(changes)) {
    return changes.map((change) => changed(example[0], change));
  }
  return changes === undefined ? example : changes;
}

/**
 * Makes the examples of answers repeat the values of the request's example, in each field that both
 * have. An id that the service makes stays the id of the answer.
 */
export function echoRequest({ example: sent }: Media, answers: Media[]): void {
  if (!isRecord(sent)) return;
  for (const answer of answers) {
    if (!isRecord(answer.example)) continue;
    answer.example = mapValues(
      answer.example,
      (_name, resource) => isRecord(resource) ? echoed(resource, sent) : resource,
    );
  }
}

/** Fields that the request does not name stay, as in a change of a part of an object. */
const echoed = (was: Record<string, unknown>, sent: Record<string, unknown>) =>
  mapValues(was, (name, old): unknown => {
    const value = sent[name];
    if (value === undefined || (name === "id" && value === null)) return old;
    return isRecord(value) && isRecord(old) ? echoed(old, value) : value;
  });

const mapValues = (
  record: Record<string, unknown>,
  change: (name: string, value: unknown) => unknown,
) => Object.fromEntries(Object.entries(record).map(([name, it]) => [name, change(name, it)]));

/** Undefined when the schema has no example. */
function exampleOf(schema: Schema, schemas: Record<string, Schema>): unknown {
  const { $ref, example, default: usual, type, items, properties, additionalProperties } = schema;
  if (example !== undefined) return example;
  if ($ref) return exampleOf(schemas[$ref.split("/").at(-1)!]!, schemas);
  if (usual !== undefined) return usual;
  if (schema.const !== undefined) return schema.const;
  if (schema.format === "binary") return "the bytes of the file";
  if (schema.enum) return schema.enum[0];
  if (schema.allOf) return merged(schema.allOf, schemas);
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return exampleOf(choice, schemas);
  if (properties) {
    const entries = Object.entries(properties).map(([name, each]) =>
      [name, exampleOf(each, schemas)] as const
    );
    const lacking = entries.some(([name, value]) =>
      value === undefined && schema.required?.includes(name)
    );
    return lacking ? undefined : Object.fromEntries(entries.filter(([, it]) => it !== undefined));
  }
  if (items) {
    const item = exampleOf(items, schemas);
    return item === undefined ? undefined : [item];
  }
  if (typeof additionalProperties === "object") {
    const value = exampleOf(additionalProperties, schemas);
    // Objects are listed by their first field, the id.
    if (isRecord(value)) return { [String(Object.values(value)[0])]: value };
  }
  const types = [type].flat();
  if (types.includes("null")) return null;
  if (types.includes("object")) return {};
  if (types.includes("boolean")) return true;
}

/** The example of a named schema and of the schemas that extend or describe it. */
function merged(parts: Schema[], schemas: Record<string, Schema>): unknown {
  const examples = parts
    .filter((each) => each.$ref || each.properties || each.example !== undefined)
    .map((each) => exampleOf(each, schemas));
  if (examples.includes(undefined)) return undefined;
  // A description may have an example of its own, which fits better.
  return examples.every(isRecord) ? Object.assign({}, ...examples) : examples.at(-1);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
