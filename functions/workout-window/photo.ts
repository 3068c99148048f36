import { sha256 } from "hono/utils/crypto";
import type { Exif } from "../../shared/files/exif.ts";
import { type Image, readImage } from "../../shared/files/upload.ts";

/** The private bucket of the photos. */
export const BUCKET = "workout-photos";

export const MAX_BYTES = 10 * 1024 * 1024;

const rules = {
  field: "photo",
  maxBytes: MAX_BYTES,
  types: ["image/jpeg", "image/png", "image/gif", "image/webp"],
} as const;

/** A photo as it is stored: without metadata but its orientation. */
interface Photo extends Image, Exif {
  /** The pixels in a decoder's memory; a pixel of 16 bits a channel, in PNG alone, counts twice. */
  pixels: number;
  /** SHA-256 of the stored bytes, hexadecimal. */
  hash: string;
}

/**
 * Reads an uploaded photo: its type from its bytes, when it was taken from its metadata, which is
 * removed then.
 *
 * @throws {HttpError} 400 when it is empty, damaged or has too many pixels, 415 when it has another
 * type.
 */
export async function readPhoto(upload: Uint8Array[]): Promise<Photo> {
  const image = await readImage(upload, rules);
  const hash = (await sha256(image.bytes))!;
  const isDeep = image.type === "image/png" && image.bytes[24] === 16;
  return { ...image, pixels: image.width * image.height * (isDeep ? 2 : 1), hash };
}
