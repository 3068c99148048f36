import { z } from "@hono/zod-openapi";
import { badField, badRequest, HttpError, tooLarge, unsupportedMediaType } from "../base/errors.ts";

/** A file of a form: its bytes as they arrived, in pieces. */
export interface FilePart {
  name: string;
  content: Uint8Array[];
}

/** The text of a field, or a file. */
export type FormField = string | FilePart;

/** A file in the schema of a form. */
export const file = z.custom<FilePart>((value) => typeof value === "object" && value !== null, {
  error: ({ input }) => input === undefined ? "required" : "expected one file",
}).openapi({ type: "string", format: "binary" });

/**
 * The fields of a multipart form (RFC 7578), each held in memory once. `file` is the name of the
 * file, for messages; `others` are the bytes that other parts may have beside 64 kB.
 *
 * @throws {HttpError} 415 when it is no such form, 413 when a part is larger than `maxBytes`, 400
 * when it is malformed, ends early or has two parts of one name.
 */
export async function readParts(
  request: Request,
  file: string,
  maxBytes: number,
  others = 0,
): Promise<Map<string, FormField>> {
  if (!request.headers.get("content-type")?.toLowerCase().startsWith("multipart/form-data")) {
    throw unsupportedMediaType("expected multipart/form-data");
  }
  const limits = {
    maxFileSize: maxBytes,
    maxParts: 20,
    maxTotalSize: maxBytes + others + 64 * 1024,
  };
  if (Number(request.headers.get("content-length")) > limits.maxTotalSize + 64 * 1024) {
    throw tooLarge("body", limits.maxTotalSize);
  }
  // Loads the parser when it is needed, because that takes a few milliseconds.
  const { MaxFileSizeExceededError, MaxTotalSizeExceededError, parseMultipartRequest } =
    await import("@remix-run/multipart-parser");
  const fields = new Map<string, FormField>();
  try {
    for await (const { name, filename, content } of parseMultipartRequest(request, limits)) {
      if (name === undefined) throw badRequest("body: a part has no name");
      if (fields.has(name)) throw badField(name, "expected once");
      fields.set(name, filename === undefined ? decodeText(content) : { name: filename, content });
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    if (error instanceof MaxFileSizeExceededError) throw tooLarge(file, maxBytes);
    if (error instanceof MaxTotalSizeExceededError) throw tooLarge("body", limits.maxTotalSize);
    throw badRequest("body: not a valid form");
  }
  return fields;
}

/** The text of a field. */
function decodeText(pieces: Uint8Array[]): string {
  const decoder = new TextDecoder();
  const texts = pieces.map((piece) => decoder.decode(piece, { stream: true }));
  return texts.join("") + decoder.decode();
}
