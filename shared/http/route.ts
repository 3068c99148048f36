import { createRoute, type RouteConfig, z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import * as f from "../fields/basic.ts";
import type { Body } from "./bodies.ts";
import type { AppEnv, CallerEnv } from "./caller.ts";
import { type Auth, guard, type GuardedEnv } from "./guard.ts";
import { idempotencyKey, idempotent, type Repeats, takesKey } from "./idempotency.ts";
import { type Bucket, limits } from "./limits.ts";
import { audienceOf, headersOf, parametersOf, ref, securityOf, tagOf } from "./operation.ts";
import { type Missing, refusalsOf, type RefusalTexts } from "./refusals.ts";
import { type DeclaredScope, scopesOf } from "./scopes.ts";
import { knownParameters } from "./validation.ts";
import { entityTag } from "./versions.ts";

/** Begins with the group's name; parameters in braces: `/goals/{id}`. */
export type Path = `/${string}`;

/** The method and the path of a route: `PUT /goals/{id}`. */
export type Address = `${"GET" | "POST" | "PUT" | "DELETE"} ${Path}`;

/** The declaration of a route. */
export interface RouteSpec {
  /** The admitted callers; default `user`: every signed-in user. */
  auth?: Auth;
  /**
   * The scope of personal tokens for the route: `journal`, or `["account:read"]`. Without it no
   * personal token is admitted; `[]` admits any.
   */
  scope?: DeclaredScope;
  /** Unique in the service, a verb and a noun: `listGoals`. Client generators name methods by it. */
  operationId: string;
  summary: string;
  description?: string;
  /** Marked in the document, and every answer carries a `Deprecation` header (RFC 9745). */
  deprecated?: Date;
  /** The parameters of the path; by default `{date}` is a date, and any other the id of a row. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Headers of the route's own, as `X-Name`. */
  headers?: z.ZodObject;
  /** `json(schema)`, `form(schema, {...})` or `raw(...)`. */
  body?: Body;
  /**
   * Another way to recognize a repeated request: the handler does it by the `Idempotency-Key`, as
   * for a stream; or the id that the client gives the created object does it, without a key. By
   * default the route does it, for every POST of a signed-in user (`idempotency.ts`).
   */
  repeats?: Repeats;
  /**
   * Refuses, by throwing, before a large body is read. A request with an `Idempotency-Key` may get
   * the first answer again, so it is asked afterwards.
   */
  admit?: (variables: CallerEnv["Variables"]) => Promise<void>;
  /** Names of fields that show a secret once: a repeated request gets them as null. */
  shownOnce?: string[];
  /**
   * About one resource with a `version`: a GET takes `If-None-Match`; a PUT or DELETE takes
   * `If-Match`, which the handler hands to the database (`versions.ts`).
   */
  versioned?: boolean;
  /** The exact limit that a valid request takes one from (`limits.ts`). */
  limit?: Bucket;
  /** `ok(...)`, `created(...)` or `createdOnce(...)`; other statuses are written out. */
  answer: Answer;
  /**
   * The object that may be missing, as the 404 names it: `Goal`, or `["Team", "Member"]`; or a 404
   * in words of its own.
   */
  notFound?: Missing;
  /** The refusals that the rest does not imply, by status: `{409: "Already a member"}`. */
  refusals?: RefusalTexts;
}

/** A declaration with its address. */
interface Route extends RouteSpec {
  auth: Auth;
  method: "get" | "post" | "put" | "delete";
  path: Path;
}

/** A route for the library, from its declaration (`Part.add`). */
export function route(address: Address, declaration: RouteSpec): RouteConfig {
  const [method, path] = address.split(" ") as ["GET", Path];
  const spec: Route = {
    params: paramsIn(path),
    ...declaration,
    auth: declaration.auth ?? "user",
    method: method.toLowerCase() as Route["method"],
    path,
  };
  const { limit } = spec;
  const scopes = scopesOf(spec);
  const { status, orOk, orAccepted, always: _, ...response } = spec.answer;
  return createRoute({
    method: spec.method,
    path,
    operationId: spec.operationId,
    summary: spec.summary,
    description: spec.description,
    deprecated: spec.deprecated !== undefined || undefined,
    tags: [tagOf(spec)],
    "x-audience": audienceOf(tagOf(spec)),
    ...(scopes && { "x-scopes": scopes }),
    security: securityOf(spec.auth, scopes),
    middleware: middlewareOf(spec),
    parameters: parametersOf(spec),
    request: {
      params: spec.params,
      query: spec.query,
      headers: spec.headers,
      body: spec.body?.openapi,
    },
    responses: {
      [status]: {
        ...response,
        headers: {
          ...response.headers,
          ...headersOf({
            tagged: spec.versioned && spec.method !== "delete",
            replayed: takesKey(spec),
          }),
        },
      },
      ...(spec.versioned && spec.method === "get" && { 304: ref("responses", "NotModified") }),
      ...(orAccepted && { 202: { description: orAccepted, headers: headersOf() } }),
      ...(orOk &&
        { 200: { ...response, description: orOk, headers: headersOf({ replayed: true }) } }),
      ...refusalsOf({
        ...spec,
        refusals: { ...(orOk && idTaken), ...(limit && { 429: limits[limit] }), ...spec.refusals },
      }, scopes),
    },
  });
}

function paramsIn(path: Path): z.ZodObject | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const each = names.map((name) => [name, name === "date" ? f.date : f.uuid] as const);
  return names.length > 0 ? z.object(Object.fromEntries(each)) : undefined;
}

/**
 * The guard runs first, then the names of the query's parameters, the size limit and the
 * idempotency key; validation follows.
 */
function middlewareOf(spec: Route): MiddlewareHandler<AppEnv>[] {
  const { admit, auth, deprecated, body, method, path, versioned } = spec;
  return [
    guard(auth, scopesOf(spec)),
    ...(deprecated ? [deprecation(deprecated)] : []),
    knownParameters(spec.query),
    ...(versioned && method !== "delete" ? [entityTag] : []),
    ...(admit ? [admission(admit, false)] : []),
    ...(body ? [body.reader] : []),
    ...(takesKey(spec) && spec.repeats === undefined
      ? [idempotent(`${method} ${path}`, { body: body !== undefined, shownOnce: spec.shownOnce })]
      : []),
    ...(admit ? [admission(admit, true)] : []),
  ];
}

/** Asks `admit` about requests with a key, or about requests without a key. */
function admission(
  admit: NonNullable<RouteSpec["admit"]>,
  withKey: boolean,
): MiddlewareHandler<GuardedEnv> {
  return async (c, next) => {
    const { caller, db } = c.var;
    if ((idempotencyKey(c) !== undefined) === withKey) await admit({ caller: caller!, db: db! });
    await next();
  };
}

/** The refusals of a route whose objects may have an id that the client made. */
const idTaken: RefusalTexts = {
  409: {
    description: "The `id` belongs to something else.",
    codes: ["id_taken"],
    example: "id: already taken, make another one",
  },
};

/** RFC 9745: the date since when a route is deprecated, as a structured date. */
function deprecation(since: Date): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.header("Deprecation", `@${Math.floor(since.getTime() / 1000)}`);
    await next();
  };
}

/** The answer of a route when it succeeds. */
export interface Answer {
  status: 200 | 201 | 202 | 302;
  description: string;
  /** Describes a 200 with the same body, which the route answers too. */
  orOk?: string;
  /** Describes a 202 without a body, which the route answers too. */
  orAccepted?: string;
  /** The body, where it is the same each time. */
  always?: { message: string };
  /** Its headers besides those of every answer. */
  headers?: Record<string, { description: string; schema: { type: "string" } }>;
  /** The content by media type. For any type but JSON the handler returns a `Response`. */
  content?: Record<string, { schema: z.ZodType; example?: unknown }>;
}

/** The differences of an answer from the example that its fields' examples make. */
type Changes<T> = T extends readonly (infer Item)[] ? Changes<Item>[]
  : T extends object ? { [Name in keyof T]?: Changes<T[Name]> }
  : T;

/** A 200 with a JSON body. */
export const ok = <T extends z.ZodType>(
  description: string,
  schema: T,
  example?: Changes<z.input<T>>,
) => ({ status: 200, ...jsonContent(description, schema, example) }) as const;

/** A 200 with a message: of a deletion, or of an action without a result. */
export const done = (text: string) =>
  ({ ...ok(text, f.message, { message: text }), always: { message: text } }) as const;

/** A 201 with a JSON body. */
export const created = <T extends z.ZodType>(
  description: string,
  schema: T,
  example?: Changes<z.input<T>>,
) => ({ status: 201, ...jsonContent(description, schema, example) }) as const;

/** A 201 with a JSON body, or a 200 with the same where the caller has created the object before. */
export const createdOnce = <T extends z.ZodType>(
  description: string,
  schema: T,
  example?: Changes<z.input<T>>,
) =>
  ({
    status: 201 as 200 | 201,
    orOk: "The caller has created an object with this `id` before: what is stored",
    ...jsonContent(description, schema, example),
  }) as const;

function jsonContent<T extends z.ZodType>(
  description: string,
  schema: T,
  example?: Changes<z.input<T>>,
) {
  const media = { schema, ...(example !== undefined && { example }) };
  return { description, content: { "application/json": media } };
}
