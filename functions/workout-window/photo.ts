import { Buffer } from "node:buffer";
import { badRequest } from "../../shared/base/errors.ts";
import { checkImage } from "../../shared/files/upload.ts";
import { stripMetadata, type Stripped } from "./metadata.ts";

/** The private bucket of the photos. */
export const BUCKET = "workout-photos";

export const MAX_BYTES = 10 * 1024 * 1024;

/** A larger picture may exhaust the memory of whoever opens it. */
const MAX_PIXELS = 100_000_000;

const rules = {
  field: "photo",
  maxBytes: MAX_BYTES,
  types: ["image/jpeg", "image/png", "image/gif", "image/webp"],
} as const;

/** A photo as it is stored: without metadata but its orientation. */
export interface Photo {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  extension: string;
  width: number;
  height: number;
  /** What a decoder holds in memory; a pixel of 16 bits a channel, which PNG alone has, counts twice. */
  pixels: number;
  orientation?: number;
  takenAt?: string;
  /** SHA-256 of the stored bytes, hexadecimal. */
  hash: string;
}

/**
 * Reads an uploaded photo: its type from its bytes, when it was taken from its metadata, which is
 * removed then.
 *
 * @throws {HttpError} 400 when it is empty, damaged or has too many pixels, 415 when it is none of the four types.
 */
export async function readPhoto(upload: Uint8Array[]): Promise<Photo> {
  const { bytes: original, ...image } = checkImage(join(upload), rules);
  if (image.width * image.height > MAX_PIXELS) {
    throw badRequest("photo: expected at most 100 megapixels");
  }
  const { pieces, exif } = stripped(() => stripMetadata(image.type, original));
  const bytes = join(pieces);
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  const hash = Buffer.from(digest).toString("hex");
  const pixels = image.width * image.height *
    (image.type === "image/png" && bytes[24] === 16 ? 2 : 1);
  return { ...image, ...exif, bytes, pixels, hash };
}

function stripped(strip: () => Stripped): Stripped {
  try {
    return strip();
  } catch (error) {
    if (error instanceof RangeError) throw badRequest("photo: is damaged");
    throw error;
  }
}

function join(pieces: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}
