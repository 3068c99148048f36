/** Changes of an OpenAPI document that need a major version (CONVENTIONS.md, "Versions"). */

// deno-lint-ignore no-explicit-any -- a document is JSON
export type Json = any;

/** Programs write requests and read answers. */
type Way = "request" | "answer";

/** The schema that every value fulfils. */
const anything = {};

/**
 * A copy with each reference replaced by its target: a schema may contain itself. With `anyCode`,
 * it leaves out the list of all codes: a refusal that had the list may name its own codes later.
 */
function resolved(document: Json, { anyCode = false } = {}): Json {
  const copy = structuredClone(document);
  if (anyCode) delete copy.components?.schemas.ErrorCode?.enum;
  const target = (node: Json): Json =>
    typeof node?.$ref === "string"
      ? target(node.$ref.split("/").slice(1).reduce((part: Json, name: string) => part[name], copy))
      : node;
  const link = (node: Json) => {
    for (const [key, value] of Object.entries(node)) {
      node[key] = target(value);
      if (node[key] === value && value instanceof Object) link(value);
    }
  };
  link(copy);
  return copy;
}

/** One schema that means all of the parts. */
const merged = (parts: Json[]): Json =>
  parts.reduce((all, { allOf, ...own }) => {
    const part = allOf ? merged([own, ...allOf]) : own;
    return {
      ...all,
      ...part,
      properties: { ...all.properties, ...part.properties },
      required: [...all.required ?? [], ...part.required ?? []],
    };
  }, {});

/** Schemas of one type each; a value fulfils one of them. */
function alternatives(schema: Json): Json[] {
  const { anyOf, oneOf = anyOf, ...own } = schema.allOf ? merged([schema]) : schema;
  if (oneOf) return oneOf.flatMap((each: Json) => alternatives(merged([own, each])));
  return [own.type ?? "any"].flat().map((type) =>
    type === "null"
      ? { type }
      : { ...own, type, enum: own.enum?.filter((value: Json) => value !== null) }
  );
}

/** Whether every value of a type also belongs to another type. */
const fits = (type: string, other: string) =>
  type === other || other === "any" || (type === "integer" && other === "number");

/** Compares two schemas of one type, without their parts. */
function changesOfValue(before: Json, after: Json, way: Way): string[] {
  const differs = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const found = (before.enum ?? [])
    .filter((value: Json) => after.enum && !after.enum.includes(value))
    .map((value: Json) => `: the value ${JSON.stringify(value)} is gone`);
  if (way === "answer") {
    return before.format && differs("format") ? [...found, ": has another format"] : found;
  }
  if (after.enum && !before.enum) found.push(": takes only some values");
  for (const name of ["format", "pattern", "multipleOf", "uniqueItems"]) {
    if (after[name] && differs(name)) found.push(`: has another ${name}`);
  }
  if (before.default !== undefined && differs("default")) found.push(": has another default");
  for (const name of Object.keys(after).filter((name) => /^(exclusiveM|m)(ax|in)/.test(name))) {
    const sign = /ax/.test(name) ? -1 : 1;
    if (before[name] === undefined || sign * after[name] > sign * before[name]) {
      found.push(`: has ${name} ${after[name]}`);
    }
  }
  return found;
}

/** Compares the fields and items of two schemas. */
function changesOfParts(before: Json, after: Json, way: Way, path: Json[]): string[] {
  const { properties = {} } = after;
  const others = ({ additionalProperties: more = true }) => more === true ? anything : more;
  const parts = [
    ...Object.entries(before.properties ?? {}).map(([name, old]) =>
      [`.${name}`, old, properties[name]] as const
    ),
    ["[]", before.items ?? anything, after.items ?? anything] as const,
    [".*", others(before), others(after)] as const,
  ];
  const [stricter, laxer] = way === "request" ? [after, before] : [before, after];
  const needs = (stricter.required ?? []).filter((name: string) =>
    properties[name] && !laxer.required?.includes(name)
  );
  return [
    ...parts.flatMap(([place, old, present]) => {
      if (!old) return [];
      const found = present ? changesOfSchema(old, present, way, path) : [": is gone"];
      return found.map((each) => place + each);
    }),
    ...needs.map((name: string) =>
      `.${name}: ${way === "request" ? "is required" : "may be left out"}`
    ),
  ];
}

/** Compares two schemas: each change begins with its place in them. */
function changesOfSchema(before: Json, after: Json, way: Way, path: Json[] = []): string[] {
  const isUnderWay = path.some(([old, present]) => old === before && present === after);
  if (before === after || isUnderWay) return [];
  const inner = [...path, [before, after]];
  const [olds, news] = [alternatives(before), alternatives(after)];
  const [given, taken] = way === "request" ? [olds, news] : [news, olds];
  const strange = given.map(({ type }) => type)
    .filter((type) => !taken.some((other) => fits(type, other.type)));
  const found = [...new Set(strange)]
    .map((type) => `: ${way === "request" ? "takes no" : "may be"} ${type}`);
  for (const old of olds) {
    const changes = news
      .filter(({ type }) => way === "request" ? fits(old.type, type) : fits(type, old.type))
      .map((present) => [
        ...changesOfValue(old, present, way),
        ...changesOfParts(old, present, way, inner),
      ]);
    // An answer with several schemas of a type may get another.
    const only = way === "answer" && olds.filter(({ type }) => type === old.type).length === 1;
    const closest = changes.toSorted((a, b) => a.length - b.length)[0] ?? [];
    // A value is gone when none of the schemas has it.
    const isEverywhere = (change: string) => changes.every((each) => each.includes(change));
    const all = changes.flat().filter((each) =>
      !/: the value .* is gone$/.test(each) || isEverywhere(each)
    );
    found.push(...(only ? new Set(all) : closest));
  }
  return found;
}

const mapped = (object: Json, change: (value: Json) => Json): Json =>
  Object.fromEntries(Object.entries(object ?? {}).map(([name, value]) => [name, change(value)]));

const schemaOf = ({ schema = anything }: Json) => schema;

/** The input of an operation as one schema: parameters, and the body by its media types. */
function requestOf({ parameters = [], requestBody: body }: Json): Json {
  const named: [string, Json][] = parameters.map((each: Json) => [`${each.in} ${each.name}`, each]);
  if (body) {
    named.push(["body", { ...body, schema: { properties: mapped(body.content, schemaOf) } }]);
  }
  return {
    properties: mapped(Object.fromEntries(named), schemaOf),
    required: named.filter(([, { required }]) => required).map(([name]) => name),
  };
}

/** The output of an operation as one schema: by status, the headers and media types. */
const answerOf = ({ responses }: Json): Json => ({
  properties: mapped(responses, ({ headers, content }) => ({
    properties: { ...mapped(headers, schemaOf), ...mapped(content, schemaOf) },
  })),
});

/** The ways to sign in that suffice no longer, or need another role or scope. */
function changesOfSecurity(before: Json, after: Json): string[] {
  const ways = ({ security }: Json): Record<string, string[]>[] =>
    security?.length ? security : [{}];
  const suffices = (old: Record<string, string[]>) =>
    ways(after).some((present) =>
      Object.entries(present).every(([scheme, roles]) =>
        old[scheme] && roles.every((role) => old[scheme]!.includes(role))
      )
    );
  return ways(before).filter((old) => !suffices(old))
    .map((old) => `security: ${JSON.stringify(old)} does not suffice`);
}

/** The changes that break a program written for the document before, each with its place. */
export function majorChanges(before: Json, after: Json): string[] {
  const changes = (old: Json, present: Json): string[] => [
    ...(old.operationId === present.operationId ? [] : ["operationId: is another"]),
    ...changesOfSecurity(old, present),
    ...changesOfSchema(requestOf(old), requestOf(present), "request").map((each) =>
      `request${each}`
    ),
    ...changesOfSchema(answerOf(old), answerOf(present), "answer").map((each) => `answer${each}`),
  ];
  const [codes = [], presentCodes = []] = [before, after].map(codesOf);
  const { paths } = resolved(after);
  return [
    ...codes.filter((code) => !presentCodes.includes(code)).map((code) => `code ${code}: is gone`),
    ...Object.entries<Json>(resolved(before, { anyCode: true }).paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).flatMap(([method, old]) => {
        const present = paths[path]?.[method];
        const found = present ? changes(old, present) : ["is gone"];
        return found.map((each) => `${method.toUpperCase()} ${path} ${each}`);
      })
    ),
  ];
}

const codesOf = ({ components }: Json): string[] => components?.schemas.ErrorCode?.enum ?? [];
