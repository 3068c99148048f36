/** Requests for fast-check: as the document wants them, and with faults. */
import fc from "fast-check";
import type { Document, Operation, Parameter, Schema } from "../contract/operations.ts";
import { isForSuperAdmins, wantsUser } from "../contract/operations.ts";
import { nounOf } from "./known.ts";
import { contents, rightContents } from "./files.ts";
import { allowed, isLearnt, nasty, nastyText } from "./values.ts";
import {
  type ByteFault,
  byteFault,
  type Change,
  changes,
  header,
  method,
  noFault,
  queryEnd,
} from "./faults.ts";
import type { Who } from "./people.ts";

export interface FormPart {
  name: string;
  /** A text, or the name of one of `contents`. */
  value: unknown;
  file?: keyof typeof contents;
  type?: string;
}

export type Body =
  & { fault: ByteFault; type: string }
  & (
    | { json: unknown; changes: Change[] }
    | { form: FormPart[]; boundary: "right" | "wrong" | "missing" | "nasty" }
  );

/** A request before it is rendered: learnt values stand as `Known`. */
export interface Case {
  operation: string;
  who: Who;
  method?: string;
  path: Record<string, unknown>;
  query: [name: string, value: unknown][];
  /** Is added to the query as it is. */
  queryEnd: string;
  headers: [name: string, value: string][];
  body?: Body;
  /** How many bytes the declared length of the body is wrong by. */
  lengthOff: number;
  /** Whether it is sent three times at the same moment. */
  atOnce: boolean;
}

const rarely = <T>(ordinary: T, other: fc.Arbitrary<T>, oneOf: number): fc.Arbitrary<T> =>
  fc.oneof({ weight: oneOf - 1, arbitrary: fc.constant(ordinary) }, {
    weight: 1,
    arbitrary: other,
  });

function forms(
  { properties: fields = {}, required = [] }: Schema,
  document: Document,
  faulty: boolean,
) {
  const file = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...rightContents) },
    fc.constantFrom(...Object.keys(contents)),
  );
  const parts = Object.entries(fields).map(([name, schema]) => {
    const isFile = schema.format === "binary";
    const right = fc.record({
      name: fc.constant(name),
      value: allowed(schema, name, document),
      file: isFile ? file : fc.constant(undefined),
    });
    const wrong = fc.record({
      name: rarely(name, nastyText, 4),
      value: nasty,
      file: fc.option(file, { nil: undefined }),
      type: fc.constantFrom(undefined, "image/jpeg", "text/html", "", "x/\xff"),
    });
    const part = faulty ? fc.oneof<fc.Arbitrary<unknown>[]>(right, wrong) : right;
    return (required as string[]).includes(name) ? part : fc.option(part, { nil: undefined });
  });
  const isThere = (each: unknown) => each !== undefined;
  const whole = fc.tuple(...parts).map((each) => each.filter(isThere));
  return fc.record({
    form: faulty
      ? fc.oneof(
        whole,
        fc.array(fc.oneof(...parts), { maxLength: 4 }).map((each) => each.filter(isThere)),
      )
      : whole,
    boundary: faulty
      ? rarely("right", fc.constantFrom("wrong", "missing", "nasty"), 5)
      : fc.constant("right"),
    fault: faulty ? rarely(noFault, byteFault, 2) : fc.constant(noFault),
    type: rarely(
      "multipart/form-data",
      fc.constantFrom("application/json", "text/plain", ""),
      faulty ? 6 : 100,
    ),
  }) as fc.Arbitrary<Body>;
}

/**
 * A body with some fields of the example, which the service takes, and others as the schema allows
 * them. For bodies that a provider sends the document has an example alone.
 */
function likeExample(example: unknown, schema: Schema, document: Document): fc.Arbitrary<unknown> {
  const { properties, $ref, anyOf } = schema;
  if (!(properties ?? $ref ?? anyOf)) return fc.constant(example);
  const free = allowed(schema, "", document);
  if (!properties) return free;
  const given = example as Record<string, unknown>;
  /** The ids of an example are nobody's. */
  const ids = Object.keys(given)
    .filter((name) => isLearnt(name, properties[name]) && given[name] !== null);
  const others = Object.fromEntries(Object.entries(given).filter(([name]) => !ids.includes(name)));
  const near = fc.tuple(
    free,
    fc.array(fc.constantFrom("", ...Object.keys(properties)), { maxLength: 2 }),
  )
    .map(([any, chosen]) => {
      const replaced = Object.entries(any as object)
        .filter(([name]) => ids.includes(name) || chosen.includes(name));
      return { ...others, ...Object.fromEntries(replaced) };
    });
  return fc.oneof({ weight: 3, arbitrary: near }, { weight: 1, arbitrary: free });
}

function bodies(
  { requestBody, method }: Operation,
  document: Document,
  faulty: boolean,
): fc.Arbitrary<Body | undefined> {
  if (method === "GET") return fc.constant(undefined);
  const { "multipart/form-data": form, "application/json": json } = requestBody?.content ?? {};
  if (form) return forms(form.schema, document, faulty);
  const made = (value: fc.Arbitrary<unknown>) =>
    fc.record({
      json: value,
      changes: faulty && json
        ? fc.oneof({ weight: 4, arbitrary: changes }, fc.constant([]))
        : fc.constant([]),
      fault: faulty ? rarely(noFault, byteFault, 5) : fc.constant(noFault),
      type: rarely(
        "application/json",
        fc.constantFrom("", "text/plain", "application/JSON ; x"),
        faulty ? 12 : 100,
      ),
    }) as fc.Arbitrary<Body | undefined>;
  // An operation without a body ignores one.
  if (!json) return faulty ? fc.option(made(nasty), { nil: undefined }) : fc.constant(undefined);
  const value = likeExample(json.example, json.schema, document);
  return fc.option(made(value), { nil: undefined, freq: faulty ? 20 : 1_000 });
}

/** Mostly the caller whom the guard admits, so that validation and handler are reached. */
function callers(operation: Operation): fc.Arbitrary<Who> {
  const { path, operationId, security } = operation;
  const right: Who[] = isForSuperAdmins(operation)
    ? ["admin"]
    : operationId === "stopImpersonation"
    ? ["acting"]
    : wantsUser(operation)
    ? ["user", "user", "other"]
    : security.some((scheme) => "cronSecret" in scheme)
    ? ["job"]
    : path.endsWith("/webhook")
    ? ["provider"]
    : ["nobody", "user"];
  return fc.oneof(
    { weight: 14, arbitrary: fc.constantFrom(...right) },
    { weight: 2, arbitrary: fc.constantFrom<Who>("user", "other", "stranger", "admin") },
    { weight: 1, arbitrary: fc.constantFrom<Who>("nobody", "blocked", "gone", "acting", "job") },
  );
}

const nameInPath = (path: string, name: string) =>
  name === "id" ? nounOf(path.slice(0, path.indexOf("{id}"))) : name;

/**
 * Requests to an operation: as the document wants them, and unless `faults` is false, because a
 * sequence is to get far, with faults in the body or around it.
 */
export function requests(
  operation: Operation,
  document: Document,
  faults = true,
): fc.Arbitrary<Case> {
  const { parameters, path } = operation;
  const value = ({ schema, name }: Parameter, faulty: boolean) => {
    const right = allowed(schema, nameInPath(path, name), document);
    return faulty ? fc.oneof({ weight: 3, arbitrary: right }, nasty) : right;
  };
  const inPath = parameters.filter((each) => each.in === "path");
  const inQuery = parameters.filter((each) => each.in === "query");
  const inHeader = parameters.filter((each) => each.in === "header" && each.schema.example)
    .map(({ name, schema }): [string, string] => [name.toLowerCase(), String(schema.example)]);
  const given = (each: Parameter, faulty: boolean) =>
    fc.tuple(fc.constant(each.name), value(each, faulty));
  const made = ({ body = false, around = false }) =>
    fc.record({
      operation: fc.constant(operation.operationId),
      who: callers(operation),
      path: fc.record(Object.fromEntries(inPath.map((each) => [each.name, value(each, around)]))),
      query: fc.array(
        fc.oneof(
          ...inQuery.map((each) => given(each, around)),
          ...(around || !inQuery.length ? [fc.tuple(nastyText, nasty)] : []),
        ),
        { maxLength: around ? 3 : Math.min(3, inQuery.length) },
      ),
      body: bodies(operation, document, body),
      queryEnd: around ? rarely("", queryEnd, 6) : fc.constant(""),
      headers: around ? fc.array(header, { maxLength: 3 }) : fc.constantFrom([], inHeader),
      method: around ? rarely(undefined, method, 15) : fc.constant(undefined),
      atOnce: rarely(false, fc.constant(true), 25),
      lengthOff: around ? rarely(0, fc.constantFrom(-3, -1, 1, 20), 20) : fc.constant(0),
    }) as fc.Arbitrary<Case>;
  if (!faults) return made({});
  return fc.oneof(
    { weight: 4, arbitrary: made({}) },
    { weight: operation.requestBody ? 4 : 1, arbitrary: made({ body: true }) },
    { weight: 2, arbitrary: made({ around: true }) },
    { weight: 1, arbitrary: made({ body: true, around: true }) },
  );
}
