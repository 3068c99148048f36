import {
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  type MultipartPart,
  parseMultipartRequest,
} from "@remix-run/multipart-parser";
import { badRequest, HttpError, tooLarge, unsupportedMediaType } from "../base/errors.ts";

/** One field of a form, or one file: its bytes as they arrived, in pieces. */
export interface Part {
  name: string;
  /** Undefined for a field that is no file. */
  filename: string | undefined;
  content: Uint8Array[];
}

/**
 * The parts of a multipart form (RFC 7578), one after the other, each held in memory once. For a
 * route that declares `parts`; small forms are read by `form`. `file` is the name of the file, for
 * messages.
 *
 * @throws {HttpError} 415 when it is no such form, 413 when a part is larger than `maxBytes`, 400
 * when it is malformed, ends early or has two parts of one name.
 *
 * @example
 * ```ts
 * for await (const { name, content } of readParts(c.req.raw, "file", 25 * MB)) { ... }
 * ```
 */
export async function* readParts(
  request: Request,
  file: string,
  maxBytes: number,
): AsyncGenerator<Part> {
  if (!request.headers.get("content-type")?.toLowerCase().startsWith("multipart/form-data")) {
    throw unsupportedMediaType("expected multipart/form-data");
  }
  const limits = { maxFileSize: maxBytes, maxParts: 20, maxTotalSize: maxBytes + 64 * 1024 };
  if (Number(request.headers.get("content-length")) > limits.maxTotalSize + 64 * 1024) {
    throw tooLarge("body", limits.maxTotalSize);
  }
  const names = new Set<string>();
  try {
    for await (const part of parseMultipartRequest(request, limits)) {
      const name = nameOf(part);
      if (names.has(name)) throw badRequest(`${name}: expected once`);
      names.add(name);
      yield { name, filename: part.filename, content: part.content };
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    if (error instanceof MaxFileSizeExceededError) throw tooLarge(file, maxBytes);
    if (error instanceof MaxTotalSizeExceededError) throw tooLarge("body", limits.maxTotalSize);
    throw badRequest("body: not a valid form");
  }
}

function nameOf(part: MultipartPart): string {
  if (part.name === undefined) throw badRequest("body: a part has no name");
  return part.name;
}

/** The text of a field. */
export function decodeText(pieces: Uint8Array[]): string {
  const decoder = new TextDecoder();
  const texts = pieces.map((piece) => decoder.decode(piece, { stream: true }));
  return texts.join("") + decoder.decode();
}
