import { createRoute, z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { checkAnswer } from "./answers.ts";
import { type Auth, type EnvOf, guard } from "./auth.ts";
import { JSON_LIMIT, readBody } from "./body.ts";
import type { AppEnv } from "./context.ts";
import { idempotent } from "./idempotency.ts";
import { headersOf, refusalsOf, securityOf } from "./openapi-parts.ts";

type Method = "get" | "post" | "put" | "delete";
type Fields = z.ZodObject | undefined;
type Body = z.ZodType | undefined;
type Success = 200 | 201 | 202 | 302;

/** What a route is: everything a client may know of it, declared once. */
export interface RouteSpec<
  M extends Method,
  P extends string,
  A extends Auth,
  Params extends Fields,
  Query extends Fields,
  Json extends Body,
  Form extends Body,
  Answer extends Body,
  Status extends Success,
  Type extends string,
> {
  method: M;
  /** Begins with the group's name; parameters in braces: `/goals/{id}`. */
  path: P;
  auth: A;
  /** Unique in the service, a verb and a noun: `listGoals`. Client generators name methods by it. */
  operationId: string;
  summary: string;
  description?: string;
  /** Marked in the document, and every answer carries a `Deprecation` header (RFC 9745). */
  deprecated?: Date;
  params?: Params;
  query?: Query;
  /** The JSON body. */
  body?: Json;
  /** The body may be left out; it is then `{}`. */
  bodyOptional?: boolean;
  /** The body of a multipart form, for uploads. */
  form?: Form;
  /**
   * The fields of a multipart form that the handler reads itself with `readParts`, as JSON Schema:
   * for files too large to be held in memory several times over.
   */
  parts?: Record<string, { type: "string"; format?: string; description?: string }>;
  /** The handler reads the body itself with `c.req.text()`: webhooks. */
  rawBody?: { description: string; example: Record<string, unknown> };
  /** What the body may weigh, in bytes. Default 1 MB. */
  maxBytes?: number;
  /** Takes an `Idempotency-Key`: for what moves drops, sends something or calls a paid provider. */
  idempotent?: boolean;
  answer: {
    description: string;
    /** Default 200. */
    status?: Status;
    schema?: Answer;
    example?: z.input<NonNullable<Answer>>;
    /** Default `application/json`; of any other type the handler returns a `Response`. */
    type?: Type;
  };
  /** Refusals beyond those that follow from the rest, by status: `{409: "Already a member"}`. */
  refusals?: Partial<Record<400 | 401 | 402 | 403 | 404 | 409 | 413 | 415 | 429 | 503, string>>;
  /** The last word, as hono middleware: runs after the guard, before validation. */
  middleware?: MiddlewareHandler<AppEnv>[];
}

// deno-lint-ignore ban-types
type Nothing = {};
type Part<K extends string, S> = S extends z.ZodType ? { [Key in K]: S } : Nothing;
type Content<T extends string, S> = { content: { [K in T]: { schema: S } }; required: boolean };

type RequestOf<Params, Query, Json, Form> =
  & Part<"params", Params>
  & Part<"query", Query>
  & (Json extends z.ZodType ? { body: Content<"application/json", Json> } : Nothing)
  & (Form extends z.ZodType ? { body: Content<"multipart/form-data", Form> } : Nothing);

/**
 * The answer's type as the database knows it: a column that holds one of a few words is a text to
 * the generated types. That it is one of the words is the constraint's business, and the tests'.
 */
type Loose<Answer extends z.ZodType> = z.ZodType<Widened<z.output<Answer>>>;
type Widened<T> = T extends string ? string
  : T extends number ? number
  : T extends object ? { [K in keyof T]: Widened<T[K]> }
  : T;

/** The route as the library understands it; only its success is in the type: refusals are thrown. */
type Declared<M, P, A extends Auth, R, Answer, Status extends Success, Type extends string> = {
  method: M;
  path: P;
  middleware: MiddlewareHandler<EnvOf<A>>;
  request: R;
  responses: {
    [S in Status]: Answer extends z.ZodType
      ? { description: string; content: { [T in Type]: { schema: Loose<Answer> } } }
      : { description: string };
  };
};

/**
 * Declares a route. From one declaration come the guard (`auth`), the size limit, validation,
 * the types of the handler, and the operation in the OpenAPI document with every refusal that
 * can happen. In the handler, `c.req.valid(...)` holds what was validated, `c.var.caller` and
 * `c.var.db` who is calling and the database as them; a refusal is thrown (`errors.ts`).
 *
 * @example
 * ```ts
 * routes.openapi(
 *   route({
 *     method: "get",
 *     path: "/goals/{id}",
 *     auth: "user",
 *     operationId: "getGoal",
 *     summary: "One goal with its check-ins",
 *     params: idParam,
 *     answer: { description: "The goal", schema: z.object({ goal }) },
 *   }),
 *   async (c) => {
 *     const { id } = c.req.valid("param");
 *     const row = await c.var.db.from("goals").select(columns).eq("id", id).maybeSingle();
 *     return c.json({ goal: found(row, "Goal") }, 200);
 *   },
 * );
 * ```
 */
export function route<
  const M extends Method,
  const P extends string,
  const A extends Auth,
  Params extends Fields = undefined,
  Query extends Fields = undefined,
  Json extends Body = undefined,
  Form extends Body = undefined,
  Answer extends Body = undefined,
  const Status extends Success = 200,
  const Type extends string = "application/json",
>(
  spec: RouteSpec<M, P, A, Params, Query, Json, Form, Answer, Status, Type>,
): Declared<M, P, A, RequestOf<Params, Query, Json, Form>, Answer, Status, Type> {
  const { answer } = spec;
  const type = answer.type ?? "application/json";
  const content = answer.schema &&
    { [type]: { schema: answer.schema, ...(answer.example && { example: answer.example }) } };
  const declared = createRoute({
    method: spec.method,
    path: spec.path,
    operationId: spec.operationId,
    summary: spec.summary,
    description: spec.description ?? spec.summary,
    deprecated: spec.deprecated !== undefined || undefined,
    tags: [spec.path.split("/", 2)[1]!],
    security: securityOf(spec.auth),
    middleware: middlewareOf(spec),
    parameters: spec.idempotent ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : undefined,
    request: {
      params: spec.params,
      query: spec.query,
      body: bodyOf(spec),
    },
    responses: {
      [answer.status ?? 200]: {
        description: answer.description,
        headers: headersOf(),
        ...(content && { content }),
      },
      ...refusalsOf({
        auth: spec.auth,
        writes: spec.method !== "get",
        params: spec.params !== undefined,
        input: Boolean(spec.params ?? spec.query ?? spec.body ?? spec.form),
        body: hasBody(spec) || spec.parts !== undefined,
        idempotent: spec.idempotent ?? false,
        more: spec.refusals ?? {},
      }),
    },
  });
  return declared as unknown as ReturnType<
    typeof route<M, P, A, Params, Query, Json, Form, Answer, Status, Type>
  >;
}

type AnySpec = RouteSpec<Method, string, Auth, Fields, Fields, Body, Body, Body, Success, string>;

const hasBody = (spec: Pick<AnySpec, "body" | "form" | "rawBody">) =>
  Boolean(spec.body ?? spec.form ?? spec.rawBody);

/** Who may, then how much, then whether it was done before; validation follows. */
function middlewareOf(
  { auth, deprecated, maxBytes, idempotent: once, middleware, answer, ...spec }:
    & Omit<
      AnySpec,
      "answer"
    >
    & { answer: { schema?: Body; status?: Success } },
): MiddlewareHandler<AppEnv>[] {
  return [
    guard(auth),
    ...(deprecated ? [deprecation(deprecated)] : []),
    ...(answer.schema ? [checkAnswer(answer.schema, answer.status ?? 200)] : []),
    ...(hasBody(spec) ? [readBody(maxBytes ?? JSON_LIMIT, spec.bodyOptional)] : []),
    ...(middleware ?? []),
    ...(once ? [idempotent(`${spec.method} ${spec.path}`)] : []),
  ];
}

function bodyOf(spec: Pick<AnySpec, "body" | "bodyOptional" | "form" | "parts" | "rawBody">) {
  if (spec.body) {
    return { content: { "application/json": { schema: spec.body } }, required: !spec.bodyOptional };
  }
  if (spec.form) {
    return { content: { "multipart/form-data": { schema: spec.form } }, required: true };
  }
  // Plain schema objects, no zod: the library then leaves the bytes alone.
  if (spec.parts) {
    const schema = {
      type: "object" as const,
      required: Object.keys(spec.parts),
      properties: spec.parts,
    };
    return { content: { "multipart/form-data": { schema } }, required: true };
  }
  if (spec.rawBody) {
    const { description, example } = spec.rawBody;
    return {
      description,
      content: { "application/json": { schema: { type: "object" as const }, example } },
      required: true,
    };
  }
}

/** RFC 9745: the moment since when a route is deprecated, as a structured date. */
function deprecation(since: Date): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.header("Deprecation", `@${Math.floor(since.getTime() / 1000)}`);
    await next();
  };
}
