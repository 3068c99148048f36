import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./context.ts";
import { badRequest, HttpError, tooLarge } from "../base/errors.ts";

/** What a JSON body may weigh. */
export const JSON_LIMIT = 1024 * 1024;

/**
 * Limits the body with hono's middleware: a declared length that is too large is refused before a
 * byte is read (RFC 9110 section 15.5.14), a chunked body as soon as it has grown too large; the
 * HTTP server delivers no more than the declared length. The middleware neither reads a body of
 * declared length nor knows optional ones, so the rest is done here: the whole body is read, which
 * validators and handlers then find in hono's cache, and an empty one may count as `{}`.
 *
 * @throws {HttpError} 413 when the body is larger, 400 when it ends early.
 */
export function readBody(maxBytes: number, emptyIsObject = false) {
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
      // Whatever content type is sent with nothing, or none.
      c.req.raw = new Request(c.req.raw, { body: "{}" });
      c.req.raw.headers.set("content-type", "application/json");
      c.req.bodyCache = {};
    }
    await next();
  });
}
