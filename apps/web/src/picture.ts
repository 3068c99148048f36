/** Makes pictures on the device. */
import { JournalError, largest } from "@journal/client";
import { sizeOf } from "./words.ts";
import { words } from "./words/attachments.ts";

/** The picture as WebP, or as JPEG where the browser cannot write WebP. */
export async function fileOf(canvas: HTMLCanvasElement, quality = 0.9): Promise<Blob> {
  const picture = await written(canvas, "image/webp", quality);
  return picture?.type === "image/webp" ? picture : (await written(canvas, "image/jpeg", quality))!;
}

const written = (canvas: HTMLCanvasElement, type: string, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));

/** Longer sides in pixels, and qualities. Nearly always the first has less than the service takes. */
const THUMBNAILS = [[720, 0.8], [480, 0.7]] as const;
const MOST_OF_THUMBNAIL = 200_000;

/** A small copy of a photo, upright; undefined if this browser cannot read the photo. */
export async function thumbnailOf(photo: Blob): Promise<Blob | undefined> {
  const image = await read(photo);
  if (!image) return undefined;
  try {
    for (const [edge, quality] of THUMBNAILS) {
      const small = await fileOf(drawn(image, edge), quality);
      if (small.size <= MOST_OF_THUMBNAIL) return small;
    }
  } finally {
    image.close();
  }
  return undefined;
}

/** The picture, upright however the camera was held; undefined if this browser cannot read it. */
const read = (photo: Blob) => createImageBitmap(photo).catch(() => undefined);

/** The picture with a longer side of at most so many pixels. */
function drawn(image: ImageBitmap, edge: number): HTMLCanvasElement {
  const scale = Math.min(1, edge / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const drawing = canvas.getContext("2d")!;
  // A JPEG knows no transparency.
  drawing.fillStyle = "#fff";
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.imageSmoothingQuality = "high";
  drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** A still copy of a photo, upright and without metadata, also where that is larger. */
export async function withoutMetadata(
  photo: Blob,
): Promise<{ file: Blob; width: number; height: number }> {
  const image = await read(photo);
  if (!image) throw new JournalError(415, "unsupported_media_type", words.photoUnreadable);
  try {
    for (const [edge, quality] of COPIES) {
      const copy = drawn(image, edge);
      const file = await written(copy, "image/jpeg", quality);
      if (file && file.size <= largest(file.type)) {
        return { file, width: copy.width, height: copy.height };
      }
    }
  } finally {
    image.close();
  }
  throw tooLarge(words.photoTooLarge({ limit: sizeOf(largest(photo.type) / MB * 1e6) }));
}

const MB = 1024 * 1024;
/** A larger photo (bytes) is made smaller before it is sent. */
const LARGE = 3 * MB;
/** Longer sides of smaller copies, in pixels, and their quality. The first that fits counts. */
const COPIES = [[3072, 0.85], [2048, 0.8], [1280, 0.7]] as const;

/**
 * Makes a chosen file fit the service's limits. A photo of more than `above` bytes becomes a
 * smaller JPEG, upright and without metadata. Pictures that move stay as they are, as do sounds and
 * archives. A photo that this browser cannot read is refused.
 *
 * @throws {JournalError} in the words of the page: 413 for a file that is too large, 415 for a
 * photo that cannot be read
 */
export async function fitting(file: Blob, above = LARGE): Promise<Blob> {
  const most = largest(file.type);
  const isPhoto = file.type.startsWith("image/");
  if (!isPhoto && file.size <= most) return file;
  const limit = sizeOf(most / MB * 1e6);
  if (!isPhoto) throw tooLarge(words.fileTooLarge({ limit }));
  const isMoving = await moves(file);
  if (isMoving && file.size > most) throw tooLarge(words.movingTooLarge({ limit }));
  const image = await read(file);
  if (!image) {
    if (file.size > most) throw tooLarge(words.photoTooLarge({ limit }));
    throw new JournalError(415, "unsupported_media_type", words.photoUnreadable);
  }
  try {
    if (isMoving || file.size <= Math.min(above, most)) return file;
    for (const [edge, quality] of COPIES) {
      const copy = await written(drawn(image, edge), "image/jpeg", quality);
      if (copy && copy.size <= most) return copy.size < file.size ? copy : file;
    }
  } finally {
    image.close();
  }
  throw tooLarge(words.photoTooLarge({ limit }));
}

const tooLarge = (message: string) => new JournalError(413, "too_large", message);

/** Whether a picture is a GIF, or a WebP or PNG that moves; its header says so. */
async function moves(picture: Blob): Promise<boolean> {
  if (picture.type === "image/gif") return true;
  const bytes = await picture.slice(0, 64 * 1024).arrayBuffer();
  const header = new TextDecoder("latin1").decode(bytes);
  const isWebp = header.startsWith("VP8X", 12) && (header.charCodeAt(20) & 2) !== 0;
  return isWebp || picture.type === "image/png" && header.includes("acTL");
}
