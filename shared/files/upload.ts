import { imageDimensionsFromData } from "image-dimensions";
import { badField, tooLarge, unsupportedMediaType } from "../base/errors.ts";
import type { Exif } from "./exif.ts";
import { type ImageType, stripMetadata } from "./metadata.ts";

/** The most pixels of an image. A larger one may exhaust the memory of a device that opens it. */
const MAX_PIXELS = 100_000_000;

interface ImageRules {
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
 * Reads an uploaded image, checks it like `checkImage` and removes its metadata, except its
 * orientation, and what follows the image. Takes the pieces of the file out of the array, so that
 * their memory can be freed.
 *
 * @returns the image, and what the removed metadata said.
 * @throws {HttpError} see `checkImage`; 400 when the image is damaged.
 */
export async function readImage(
  content: Uint8Array[],
  rules: ImageRules,
): Promise<Image & Exif> {
  const image = checkImage(concatBytes(content.splice(0)), rules);
  try {
    const { pieces, exif } = await stripMetadata(image.type, image.bytes);
    return { ...image, ...exif, bytes: concatBytes(pieces) };
  } catch (error) {
    if (error instanceof RangeError) throw badField(rules.field, "is damaged");
    throw error;
  }
}

/** The pieces of a file in one. */
export function concatBytes(pieces: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}

/**
 * Checks an image by the bytes of its header alone. It ignores the type and the name that the
 * client claims.
 *
 * @throws {HttpError} 400 when it is empty or has too many pixels, 413 when it is too large, 415 when
 * it has another type.
 */
function checkImage(bytes: Uint8Array<ArrayBuffer>, rules: ImageRules): Image {
  const { field, maxBytes, types } = rules;
  if (bytes.length === 0) throw badField(field, "is empty");
  if (bytes.length > maxBytes) throw tooLarge(field, maxBytes);
  // HEIC and AVIF, which begin with a 0, are never accepted, and a crafted one occupies the library
  // for more than a second.
  const header = bytes[0] === 0 ? undefined : imageDimensionsFromData(bytes);
  const type = types.find((type) => type === `image/${header?.type}`);
  if (!type || !header?.width || !header.height) {
    throw unsupportedMediaType(`${field}: expected ${types.join(", ")}`);
  }
  const { width, height } = header;
  if (width * height > MAX_PIXELS) throw badField(field, "expected at most 100 megapixels");
  const extension = type === "image/jpeg" ? "jpg" : type.slice("image/".length);
  return { bytes, type, width, height, extension };
}
