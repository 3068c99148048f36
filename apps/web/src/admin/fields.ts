/** The fields of a form, from the description of an operation's body in the service's document. */
import type { paths } from "@journal/client";
import { api } from "../service.ts";

export interface Field {
  /** The path of its value in the body: `scoring_config.weights.clone`. */
  name: string;
  label: string;
  hint?: string;
  kind: "text" | "long" | "number" | "yes" | "date" | "moment" | "choice" | "lines";
  /** Names by value. The empty value stands for no choice. */
  choices?: Record<string, string>;
  /** The value in the form of a new thing. */
  initial?: string;
  isRequired?: boolean;
  /** Whether an empty field is null. */
  isNullable?: boolean;
  maxLength?: number;
}

/** The words of a page for a field: its label, or more. */
export type Said =
  | string
  | Partial<Pick<Field, "hint" | "choices" | "initial">> & { label: string };

export interface Operation {
  path: keyof paths;
  method: "post" | "put";
}

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  type?: string | string[];
  enum?: (string | null)[];
  format?: string;
  description?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
}

interface Document {
  paths: Record<
    string,
    Record<string, {
      parameters?: { name?: string; in?: string; schema: Schema }[];
      requestBody: { content: Record<string, { schema: Schema }> };
    }>
  >;
  components: { schemas: Record<string, Schema> };
}

let document: Promise<Document> | undefined;

function readDocument(): Promise<Document> {
  document ??= (api.get("/api/openapi.json") as Promise<unknown> as Promise<Document>)
    .catch((error) => {
      document = undefined;
      throw error;
    });
  return document;
}

/** `classroom_safe` as people read it. */
export const inWords = (name: string): string =>
  (name[0]!.toUpperCase() + name.slice(1)).replaceAll("_", " ");

/** The named fields of an operation: of its body, or parts of its address. */
export async function readFields(
  { path, method }: Operation,
  said: Record<string, Said>,
): Promise<Field[]> {
  const { paths, components: { schemas } } = await readDocument();
  const operation = paths[path]![method]!;
  const plain = (schema: Schema): Schema => {
    const { $ref, allOf, anyOf, ...rest } = schema;
    const parts = [
      ...$ref ? [schemas[$ref.split("/").at(-1)!]!] : [],
      ...allOf ?? [],
      ...anyOf?.slice(0, 1) ?? [],
    ];
    return Object.assign({}, ...parts.map(plain), rest);
  };
  const body = plain(operation.requestBody.content["application/json"]!.schema);
  return Object.entries(said).flatMap(([name, words]) => {
    const part = operation.parameters?.find((each) => each.in === "path" && each.name === name);
    const parents = name.split(".");
    const last = parents.pop()!;
    const owner = parents.reduce((schema, each) => plain(schema.properties![each]!), body);
    const schema = plain(part?.schema ?? owner.properties![last]!);
    const isRequired = !!part || !parents.length && !!body.required?.includes(last);
    return fieldsOf(name, schema, typeof words === "string" ? { label: words } : words, isRequired);
  });
}

function fieldsOf(
  name: string,
  schema: Schema,
  said: Exclude<Said, string>,
  isRequired: boolean,
): Field[] {
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([key, each], index) => {
      // The first field explains them all.
      const hint = index ? undefined : said.hint;
      return fieldsOf(
        `${name}.${key}`,
        each,
        { label: `${said.label}: ${inWords(key)}`, hint },
        false,
      );
    });
  }
  const isNullable = [schema.type].flat().includes("null");
  const choices = schema.enum?.filter((each) => each !== null);
  return [{
    name,
    kind: kindOf(schema),
    isRequired,
    isNullable,
    maxLength: schema.maxLength,
    ...said,
    hint: said.hint ??
      ([schema.description, boundsOf(schema)].filter(Boolean).join(" ") || undefined),
    choices: choices && {
      ...isNullable || !isRequired && !said.initial ? { "": "None" } : {},
      ...Object.fromEntries(choices.map((each) => [each, said.choices?.[each] ?? inWords(each)])),
    },
  }];
}

function kindOf({ type, enum: choices, format, maxLength = 0 }: Schema): Field["kind"] {
  const types = [type].flat();
  if (choices) return "choice";
  if (types.includes("boolean")) return "yes";
  if (types.includes("integer") || types.includes("number")) return "number";
  if (types.includes("array")) return "lines";
  if (format === "date") return "date";
  if (format === "date-time") return "moment";
  return maxLength > 200 && !format ? "long" : "text";
}

const boundsOf = ({ minimum, maximum }: Schema) =>
  minimum !== undefined && maximum !== undefined && `From ${minimum} to ${maximum}.`;

// Values -----------------------------------------------------------------------------------------

/** The value at a place of an object. */
const at = (value: unknown, name: string) =>
  name.split(".").reduce((each, key) => (each as Record<string, unknown> | null)?.[key], value);

/** The time of this device, as fields of the browser write it. */
function local(moment: string): string {
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The text of a field for a thing, or its initial value for a new thing. */
export function textOf({ name, kind, initial, choices }: Field, thing?: object): string {
  if (!thing) return initial ?? (kind === "yes" ? "false" : Object.keys(choices ?? {})[0] ?? "");
  const value = at(thing, name) ?? "";
  if (kind === "lines") return (value as string[]).join("\n");
  return kind === "moment" && value ? local(value as string) : String(value);
}

function valueOf({ kind, isNullable }: Field, text: string): unknown {
  if (kind === "lines") return text.split(/[\s,]+/).filter(Boolean);
  if (!text.trim()) {
    return isNullable ? null : kind === "number" || kind === "choice" ? undefined : "";
  }
  if (kind === "yes") return text === "true";
  if (kind === "number") return Number(text);
  return kind === "moment" ? new Date(text).toISOString() : text;
}

/**
 * The body of a request: for a new thing the filled fields, for a stored one the changed fields. An
 * object in it is whole.
 */
export function bodyOf(fields: Field[], texts: Record<string, string>, thing?: object): object {
  const isSent = ({ name }: Field) => {
    const top = name.split(".")[0]!;
    return fields.some((each) =>
      each.name.split(".")[0] === top &&
      (thing ? texts[each.name] !== textOf(each, thing) : texts[each.name] !== "")
    );
  };
  const body: Record<string, unknown> = {};
  for (const field of fields.filter((each) => each.isRequired && !thing || isSent(each))) {
    const keys = field.name.split(".");
    const last = keys.pop()!;
    const text = texts[field.name]!;
    const value = valueOf(field, text);
    // A part of a new object that is left empty takes its default.
    if (value === undefined || !thing && !text && !field.isRequired) continue;
    const owner = keys.reduce(
      (each, key) => (each[key] ??= {}) as Record<string, unknown>,
      body,
    );
    owner[last] = value;
  }
  return body;
}
