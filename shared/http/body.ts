import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./context.ts";
import { badRequest, tooLarge } from "../base/errors.ts";

/** What a JSON body may weigh. */
export const JSON_LIMIT = 1024 * 1024;

/**
 * Reads the body once, up to `maxBytes`, whatever its headers claim: a declared length that is
 * too large is refused before a byte is read (RFC 9110 section 15.5.14), and a chunked body, or
 * one longer than declared, as soon as it has grown too large. Validators and handlers then read
 * the bytes kept here.
 *
 * @throws {HttpError} 413 when the body is larger, 400 when it ends early.
 */
export function readBody(maxBytes: number, emptyIsObject = false) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const bytes = await read(c.req.raw, maxBytes);
    if (c.req.raw.body) c.req.raw = new Request(c.req.raw, { body: bytes });
    if (bytes.byteLength === 0 && emptyIsObject) {
      // Whatever content type is sent with nothing, or none.
      c.req.raw = new Request(c.req.raw, { body: "{}" });
      c.req.raw.headers.set("content-type", "application/json");
    }
    await next();
  });
}

async function read(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (!request.body) return new Uint8Array();
  if (Number(request.headers.get("content-length")) > maxBytes) throw tooLarge("body", maxBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > maxBytes) break; // which cancels the rest
      chunks.push(chunk);
    }
  } catch {
    throw badRequest("body: ended before it was complete");
  }
  if (size > maxBytes) throw tooLarge("body", maxBytes);
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
