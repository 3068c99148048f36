/** Compares answers with the OpenAPI document that declares them. */
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";

interface Schema {
  $ref?: string;
  type?: string | string[];
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
}

export interface DeclaredAnswer {
  status: number;
  body: unknown;
  headers: Headers;
}

/** The part of a document that is read here. */
interface Source {
  paths: Record<string, unknown>;
}

/**
 * The check of a document, as its JSON: throws unless the document declares the status of an answer,
 * and its body with every field. Addresses that are not in the document are left alone.
 */
export function declaredIn(source: Source) {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  formats.default(ajv);
  ajv.addSchema(source, "document");
  // Literal paths come before those with parameters.
  const paths = Object.keys(source.paths).sort((a, b) => a.split("{").length - b.split("{").length)
    .map((path) => ({ path, form: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`) }));
  /** The part of the document at a pointer, and its own pointer: references are followed. */
  // deno-lint-ignore no-explicit-any -- the document as JSON
  const at = (pointer: string): { node: any; pointer: string } => {
    const names = pointer.split("/").slice(1)
      .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
    // deno-lint-ignore no-explicit-any -- the document as JSON
    const node = names.reduce((node: any, name) => node?.[name], source);
    return node?.$ref ? at(node.$ref) : { node, pointer };
  };
  const resolve = (schema: Schema): Schema => schema.$ref ? at(schema.$ref).node : schema;
  return (method: string, address: string, answer: DeclaredAnswer): void => {
    const given = address.split("?")[0]!;
    const path = paths.find(({ form }) => form.test(given) || form.test(`/api${given}`))?.path;
    const operation = `#/paths/${path?.replaceAll("/", "~1")}/${method.toLowerCase()}`;
    if (!at(operation).node) return;
    const fail = (what: string) => {
      throw new Error(`${method} ${address}: ${answer.status} ${what}`);
    };
    const { node, pointer } = at(`${operation}/responses/${answer.status}`);
    if (!node) fail("is not declared");
    if (!answer.headers.get("content-type")?.startsWith("application/json")) return;
    const schema = `${pointer}/content/application~1json/schema`;
    if (!at(schema).node) fail("is declared without a JSON body");
    const validate = ajv.getSchema(`document${schema}`)!;
    if (!validate(answer.body)) fail(ajv.errorsText(validate.errors, { dataVar: "body" }));
    const extra = undeclared(answer.body, [{ $ref: schema }], "body", resolve);
    if (extra) fail(`${extra} is not declared`);
  };
}

/** The path of the first field that none of the schemas names. */
function undeclared(
  value: unknown,
  schemas: Schema[],
  path: string,
  resolve: (schema: Schema) => Schema,
): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const parts = schemas.flatMap(function partsOf(schema): Schema[] {
    const part = resolve(schema);
    const { allOf = [], anyOf = [], oneOf = [] } = part;
    return [part, ...[...allOf, ...anyOf, ...oneOf].flatMap(partsOf)];
  });
  const objects = parts.filter(({ type, properties, additionalProperties }) =>
    properties ?? additionalProperties ?? [type].flat().includes("object")
  );
  // A schema that says nothing about fields allows any.
  const isFree = objects.length === 0 ||
    objects.some((each) => !each.properties && typeof each.additionalProperties !== "object");
  if (isFree && !Array.isArray(value)) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const here = `${path}.${name}`;
    const own = Array.isArray(value)
      ? parts.flatMap(({ items }) => items ?? [])
      : objects.flatMap(({ properties, additionalProperties }) =>
        properties?.[name] ?? (typeof additionalProperties === "object" ? additionalProperties : [])
      );
    const found = own.length === 0 && !Array.isArray(value)
      ? here
      : undeclared(inner, own, here, resolve);
    if (found) return found;
  }
}
