import type { RouteConfig, z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { JSON_LIMIT, readBody } from "./body.ts";
import type { AppEnv } from "./context.ts";

type AnyContent = NonNullable<NonNullable<RouteConfig["request"]>["body"]>["content"];

/** The request body of a route: its entry in the document, and how it is read. */
export interface Body<Content extends AnyContent = AnyContent> {
  openapi: { description?: string; content: Content; required: boolean };
  /** Runs before validation; limits the size. */
  reader?: MiddlewareHandler<AppEnv>;
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
 * A multipart form that the handler reads with `readParts`, which limits its size: for files too
 * large to be held in memory several times over. `properties` are JSON Schema; the library
 * validates only zod schemas, so it leaves the bytes alone.
 */
export function parts(
  properties: Record<string, PartSchema>,
  { optional = [] }: { optional?: string[] } = {},
): Body {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  const schema = { type: "object" as const, required, properties };
  return { openapi: { content: { "multipart/form-data": { schema } }, required: true } };
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
