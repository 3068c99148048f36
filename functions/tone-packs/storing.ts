import type { Tone } from "../../shared/ai/tones.ts";
import { storeImage } from "../../shared/files/outbox.ts";
import { type Exactly, must } from "../../shared/database/results.ts";
import { BUCKET, type Image, type ImageRow, toImage } from "./pack.ts";

/** An image that has been checked by its bytes. */
export interface CheckedImage {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  extension: string;
}

/** Where an image goes. */
export interface Place {
  /** The owner of the pack, who has been verified. */
  userId: string;
  packId: string;
  tone: Tone;
  /** Whether it takes the place of an image that is there already. */
  replace: boolean;
}

/**
 * Stores an image and makes it the one of its tone. Cut off anywhere, it leaves no file behind.
 *
 * @returns the image of the tone: the one that was there when it is not to be replaced.
 * @throws {HttpError} 404 when the pack has gone meanwhile, 503 when the file cannot be stored.
 */
export async function storeToneImage(place: Place, image: CheckedImage): Promise<Image> {
  const { userId, packId, tone, replace } = place;
  const path = `${userId}/${packId}/${tone}-${timestamp()}.${image.extension}`;
  const row = await storeImage(
    { bucket: BUCKET, path, bytes: image.bytes, type: image.type },
    async (db) =>
      must(
        await db.rpc("add_tone_pack_image", {
          p_user_id: userId,
          p_tone_pack_id: packId,
          p_tone: tone,
          p_path: path,
          p_replace: replace,
        }).overrideTypes<ImageRow, Exactly>(),
      ),
  );
  return toImage(row);
}

/**
 * Milliseconds, and twelve digits more by chance: the bucket is public, and nobody shall find an
 * image of a pack that is for sale by trying the addresses of the minutes when it was made.
 */
function timestamp(): string {
  const [chance] = crypto.getRandomValues(new BigUint64Array(1));
  return `${Date.now()}${String(chance! % 10n ** 12n).padStart(12, "0")}`;
}
