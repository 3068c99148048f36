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
 * Reads an uploaded image and checks it like `checkImage`.
 *
 * @example
 * ```ts
 * const { file } = c.req.valid("form");
 * const image = await readImage(file, { field: "file", maxBytes: 5 * MB, types: ["image/png"] });
 * ```
 */
export async function readImage(upload: File, rules: ImageRules): Promise<Image> {
  if (upload.size > rules.maxBytes) throw tooLarge(rules.field, rules.maxBytes);
  return checkImage(new Uint8Array(await upload.arrayBuffer()), rules);
}

/**
 * Checks an image by the bytes of its header; the type and name that the client claims count for
 * nothing. What follows the header is neither decoded nor checked: a form that ends early is refused
 * when it is read, and Storage has checksums of its own.
 *
 * @throws {HttpError} 400 when it is empty, 413 when it is too large, 415 when it is none of the
 * types.
 */
export function checkImage(bytes: Uint8Array<ArrayBuffer>, rules: ImageRules): Image {
  const { field, maxBytes, types } = rules;
  if (bytes.length === 0) throw badRequest(`${field}: is empty`);
  if (bytes.length > maxBytes) throw tooLarge(field, maxBytes);
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
