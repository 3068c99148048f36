import type { RouteConfig, z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { type FormField, readParts } from "../files/parts.ts";
import { JSON_LIMIT, readBody } from "./body.ts";
import type { AppEnv } from "./context.ts";
import { invalid } from "./validation.ts";

type AnyContent = NonNullable<NonNullable<RouteConfig["request"]>["body"]>["content"];

/** The request body of a route: its entry in the document, and how it is read. */
export interface Body<Content extends AnyContent = AnyContent> {
  openapi: { description?: string; content: Content; required: boolean };
  /** Runs before validation; reads the body and limits its size. */
  reader: MiddlewareHandler<AppEnv>;
}

/**
 * A JSON body, in the handler `c.req.valid("json")`. An `optional` one may be left out and is then
 * `{}`.
 *
 * @example
 * ```ts
 * body: json(z.object({ title }))
 * ```
 */
export function json<T extends z.ZodType>(
  schema: T,
  { optional = false, maxBytes = JSON_LIMIT }: { optional?: boolean; maxBytes?: number } = {},
): Body<{ "application/json": { schema: T } }> {
  return {
    openapi: { content: { "application/json": { schema } }, required: !optional },
    reader: readBody(maxBytes, optional),
  };
}

/** A multipart form, in the handler `c.req.valid("form")`: for small uploads. */
export function form<T extends z.ZodType>(
  schema: T,
  { maxBytes = JSON_LIMIT }: { maxBytes?: number } = {},
): Body<{ "multipart/form-data": { schema: T } }> {
  return {
    openapi: { content: { "multipart/form-data": { schema } }, required: true },
    reader: readBody(maxBytes),
  };
}

type PartSchema = { $ref: string } | {
  type: "string" | "number";
  format?: string;
  minimum?: number;
  maximum?: number;
  description?: string;
  example?: string;
};

/**
 * A multipart form with one file of up to `maxBytes`, for files too large to be held in memory several
 * times over. The handler checks it with `validForm`. `properties` are JSON Schema; the library
 * validates only zod schemas, so it leaves the bytes alone.
 */
export function parts(
  properties: Record<string, PartSchema>,
  { file, maxBytes, optional = [] }: { file: string; maxBytes: number; optional?: string[] },
): Body {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  const schema = { type: "object" as const, required, properties };
  return {
    openapi: { content: { "multipart/form-data": { schema } }, required: true },
    reader: async (c, next) => {
      c.set("form", await readParts(c.req.raw, file, maxBytes));
      await next();
    },
  };
}

/** The part of a context that holds a form. */
interface FormContext {
  var: { form?: Map<string, FormField> };
  set(key: "form", value: undefined): void;
}

/**
 * The fields of a form that `parts` has read; it hands them over, so that their memory can be freed.
 *
 * @throws {HttpError} 400 when they do not match the schema.
 */
export function validForm<T extends z.ZodType>(c: FormContext, schema: T): z.infer<T> {
  const { data, error } = schema.safeParse(Object.fromEntries(c.var.form ?? []));
  c.set("form", undefined);
  if (error) throw invalid(error, "form");
  return data;
}

/** A JSON body that the handler reads with `c.req.text()`, byte by byte as it was signed. */
export function raw(description: string, example: Record<string, unknown>): Body {
  return {
    openapi: {
      description,
      content: { "application/json": { schema: { type: "object" }, example } },
      required: true,
    },
    reader: readBody(JSON_LIMIT),
  };
}
