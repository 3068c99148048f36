import type { Tone } from "../../shared/ai/tones.ts";
import { must } from "../../shared/database/results.ts";
import { storeFile } from "../../shared/files/outbox.ts";
import { BUCKET, type Image, toImage } from "./pack.ts";

/** An image whose type was determined from its bytes. */
interface CheckedImage {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  extension: string;
}

/** The place of an image in a pack. */
interface Place {
  /** The verified owner of the pack. */
  userId: string;
  packId: string;
  tone: Tone;
  /** Whether an existing image is replaced. */
  replace: boolean;
}

/**
 * Stores an image of a tone. An interruption leaves no file behind.
 *
 * @returns the image of the tone: the existing one when it is not replaced.
 * @throws {HttpError} 404 when the pack was deleted meanwhile, 503 when the file cannot be stored.
 */
export async function storeToneImage(place: Place, image: CheckedImage): Promise<Image> {
  const { userId, packId, tone, replace } = place;
  const path = `${userId}/${packId}/${tone}-${uniqueTimestamp()}.${image.extension}`;
  const row = await storeFile(
    { bucket: BUCKET, path, bytes: image.bytes, type: image.type },
    async (db) =>
      must(
        await db.rpc("add_tone_pack_image", {
          p_user_id: userId,
          p_tone_pack_id: packId,
          p_tone: tone,
          p_path: path,
          p_replace: replace,
        }),
      ),
  );
  return toImage(row);
}

/**
 * Milliseconds and twelve random digits: the bucket is public, so the address of an image for sale
 * must not be guessable from the time of its creation.
 */
function uniqueTimestamp(): string {
  const [random] = crypto.getRandomValues(new BigUint64Array(1));
  return `${Date.now()}${String(random! % 10n ** 12n).padStart(12, "0")}`;
}
