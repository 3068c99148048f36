import type { RouteConfig, z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { badRequest, HttpError, tooLarge } from "../base/errors.ts";
import { readParts } from "../files/parts.ts";
import type { AppEnv } from "./caller.ts";

/** The largest JSON body, in bytes. */
const JSON_LIMIT = 1024 * 1024;
/** The largest form without files, in bytes. */
const SMALL_LIMIT = 16 * 1024;

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

/**
 * A form without files, which the handler reads with `c.req.text()`: a program that sends a wrong one
 * is answered in the words of its protocol.
 */
export function urlencoded(description: string, example: Record<string, string>): Body {
  const properties = Object.fromEntries(
    Object.keys(example).map((name) => [name, { type: "string" as const }]),
  );
  return {
    openapi: {
      description,
      content: {
        "application/x-www-form-urlencoded": { schema: { type: "object", properties }, example },
      },
      required: true,
    },
    reader: readBody(SMALL_LIMIT),
  };
}

/**
 * Limits the body with hono's middleware: a declared length that is too large is refused before a
 * byte is read (RFC 9110 section 15.5.14), a chunked body as soon as it has grown too large; the
 * HTTP server delivers no more than the declared length. The middleware neither reads a body of
 * declared length nor knows optional ones, so the rest is done here: the whole body is read, which
 * validators and handlers then find in hono's cache, and an empty one may count as `{}`.
 *
 * @throws {HttpError} 413 when the body is larger, 400 when it ends early.
 */
function readBody(maxBytes: number, emptyIsObject = false) {
  const limit = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw tooLarge("body", maxBytes);
    },
  });
  return createMiddleware<AppEnv>(async (c, next) => {
    try {
      await limit(c, async () => void await c.req.arrayBuffer());
    } catch (error) {
      throw error instanceof HttpError ? error : badRequest("body: ended before it was complete");
    }
    if (emptyIsObject && (await c.req.arrayBuffer()).byteLength === 0) {
      // An empty body may have any content type, or none.
      c.req.raw = new Request(c.req.raw, { body: "{}" });
      c.req.raw.headers.set("content-type", "application/json");
      c.req.bodyCache = {};
    }
    await next();
  });
}
