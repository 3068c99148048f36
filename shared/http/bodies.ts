import type { RouteConfig, z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { readParts } from "../files/parts.ts";
import { JSON_LIMIT, readBody } from "./read-body.ts";
import type { AppEnv } from "./context.ts";

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

/**
 * A multipart form with a file of up to `maxBytes`, in the handler `c.req.valid("form")`. `file` is
 * the name of its field; `others` are the bytes of other files.
 */
export function form<T extends z.ZodType>(
  schema: T,
  { file, maxBytes, others }: { file: string; maxBytes: number; others?: number },
): Body<{ "multipart/form-data": { schema: T } }> {
  return {
    openapi: { content: { "multipart/form-data": { schema } }, required: true },
    reader: async (c, next) => {
      const fields: unknown = await readParts(c.req.raw, file, maxBytes, others);
      // Where hono's validator looks for a form. A `FormData` would hold the file several times.
      c.req.bodyCache.formData = fields as FormData;
      await next();
    },
  };
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
