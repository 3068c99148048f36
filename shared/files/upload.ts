import { z } from "@hono/zod-openapi";
import { imageDimensionsFromData } from "image-dimensions";
import { badRequest, tooLarge, unsupportedMediaType } from "../base/errors.ts";

/** An uploaded file in a form. */
export const file = z.instanceof(File, {
  error: ({ input }) => input === undefined ? "required" : "expected one file",
}).openapi({ type: "string", format: "binary" });

export type ImageType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";

export interface ImageRules {
  /** The form field, for messages. */
  field: string;
  maxBytes: number;
  types: readonly ImageType[];
}

/** An uploaded image; its type and its size in pixels are those of its header. */
export interface Image {
  bytes: Uint8Array<ArrayBuffer>;
  type: ImageType;
  width: number;
  height: number;
  /** Usual file name extension of its type, without the dot. */
  extension: string;
}

/**
 * What the form as a whole may weigh when its files weigh `maxBytes`: the other fields and the
 * boundaries come on top.
 */
export const formLimit = (maxBytes: number) => maxBytes + 64 * 1024;

/**
 * Reads an uploaded image and checks it by the bytes of its header; the type and name that the
 * client claims count for nothing. What follows the header is neither decoded nor checked: a form
 * that ends early is refused when it is read, and Storage has checksums of its own.
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
  // HEIC and AVIF, which begin with a 0, are never accepted, and a crafted one occupies the library
  // for more than a second.
  const header = bytes[0] === 0 ? undefined : imageDimensionsFromData(bytes);
  const type = types.find((type) => type === `image/${header?.type}`);
  if (!type || !header?.width || !header.height) {
    throw unsupportedMediaType(`${field}: expected ${types.join(", ")}`);
  }
  const { width, height } = header;
  const extension = type === "image/jpeg" ? "jpg" : type.slice("image/".length);
  return { bytes, type, width, height, extension };
}
