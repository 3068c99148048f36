import { badField, HttpError, tooLarge, unsupportedMediaType } from "../base/errors.ts";
import type { FilePart } from "./parts.ts";
import { readSound } from "./sound.ts";
import { concatBytes, readImage } from "./upload.ts";

export const MAX_SOUND = 25 * 1024 * 1024;
/** A sealed file is a little larger than the file in it. */
export const MAX_SEALED = 26 * 1024 * 1024;
export const MAX_THUMBNAIL = 200 * 1024;
export const MAX_IMAGE = 10 * 1024 * 1024;

const imageTypes = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;
const thumbnailTypes = ["image/jpeg", "image/webp"] as const;

/** A file as it is stored, by its bytes. */
interface Content {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  /** Usual file name extension of its type, without the dot. */
  extension: string;
}

/** An image without its metadata, as large as it is shown. */
interface Photo extends Content {
  kind: "image";
  width: number;
  height: number;
}

interface Recording extends Content {
  kind: "audio";
  duration_s: number;
}

/**
 * Reads the file of an attachment: its type, size and length from its bytes. The metadata of an image
 * is removed, except its orientation; a sound stays as it is. Takes the pieces of the file out of the
 * part, so that their memory can be freed.
 *
 * @throws {HttpError} 400 when it is empty or damaged, 413 when it is too large, 415 when it has
 * another type.
 */
export async function readAttachment({ content }: FilePart): Promise<Photo | Recording> {
  const bytes = concatBytes(content.splice(0));
  const sound = orDamaged(() => readSound(bytes));
  if (!sound) return await photoOf(bytes);
  if (bytes.length > MAX_SOUND) throw tooLarge("file", MAX_SOUND);
  const { type, extension, duration } = sound;
  return { kind: "audio", bytes, type, extension, duration_s: duration };
}

/**
 * Reads a sealed file, or its sealed thumbnail: bytes of any form, which only members of the notebook
 * can open. Takes the pieces out of the part.
 *
 * @throws {HttpError} 400 when it is empty, 413 when it is too large.
 */
export function readSealedFile(
  { content }: FilePart,
  field: "file" | "thumbnail",
): Content & { kind: "sealed" } {
  const maxBytes = field === "file" ? MAX_SEALED : MAX_THUMBNAIL;
  const bytes = concatBytes(content.splice(0));
  if (bytes.length === 0) throw badField(field, "must not be empty");
  if (bytes.length > maxBytes) throw tooLarge(field, maxBytes);
  return { kind: "sealed", bytes, type: "application/octet-stream", extension: "sealed" };
}

function orDamaged<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw badField("file", "is damaged");
    throw error;
  }
}

async function photoOf(file: Uint8Array): Promise<Photo> {
  try {
    const rules = { field: "file", maxBytes: MAX_IMAGE, types: imageTypes };
    const { bytes, type, extension, width, height, orientation = 1 } = await readImage(
      [file],
      rules,
    );
    // Viewers turn an image with an orientation from 5 on by a quarter.
    const [shownWidth, shownHeight] = orientation >= 5 ? [height, width] : [width, height];
    return { kind: "image", bytes, type, extension, width: shownWidth, height: shownHeight };
  } catch (error) {
    if (error instanceof HttpError && error.status === 415) {
      throw unsupportedMediaType("file: expected JPEG, PNG, GIF, WebP, M4A, MP3, Ogg, WebM or WAV");
    }
    throw error;
  }
}

/**
 * Reads the small picture of a photo, without its metadata.
 *
 * @throws {HttpError} 400 when it is empty or damaged, 413 when it is too large, 415 when it has
 * another type.
 */
export const readThumbnail = ({ content }: FilePart): Promise<Content> =>
  readImage(content, { field: "thumbnail", maxBytes: MAX_THUMBNAIL, types: thumbnailTypes });
