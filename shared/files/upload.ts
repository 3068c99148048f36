import { z } from "@hono/zod-openapi";
import { badRequest, tooLarge, unsupportedMediaType } from "../base/errors.ts";
import { type ImageInfo, imageInfo, type ImageType } from "./image-type.ts";

/** An uploaded file in a form. */
export const file = z.instanceof(File, {
  error: ({ input }) => input === undefined ? "required" : "expected one file",
}).openapi({ type: "string", format: "binary" });

export interface ImageRules {
  /** The form field, for messages. */
  field: string;
  maxBytes: number;
  types: readonly ImageType[];
}

/** An uploaded image whose bytes are what they say they are. */
export interface Image extends ImageInfo {
  bytes: Uint8Array<ArrayBuffer>;
  /** Usual file name extension of its type, without the dot. */
  extension: string;
}

/**
 * What the form as a whole may weigh when its files weigh `maxBytes`: the other fields and the
 * boundaries come on top.
 */
export const formLimit = (maxBytes: number) => maxBytes + 64 * 1024;

/**
 * Reads an uploaded image and checks it by its bytes; the type and name that the client claims
 * count for nothing.
 *
 * @throws {HttpError} 400 when it is empty, 413 when it is too large, 415 when it is none of the
 * types.
 *
 * @example
 * ```ts
 * const { photo } = c.req.valid("form");
 * const image = await readImage(photo, { field: "photo", maxBytes: 10 * MB, types: photoTypes });
 * ```
 */
export async function readImage(upload: File, rules: ImageRules): Promise<Image> {
  const { field, maxBytes, types } = rules;
  if (upload.size === 0) throw badRequest(`${field}: is empty`);
  if (upload.size > maxBytes) throw tooLarge(field, maxBytes);
  const bytes = new Uint8Array(await upload.arrayBuffer());
  const info = imageInfo(bytes);
  if (!info || !types.includes(info.type)) {
    throw unsupportedMediaType(`${field}: expected ${types.join(", ")}`);
  }
  return { ...info, bytes, extension: info.type.slice("image/".length).replace("jpeg", "jpg") };
}
