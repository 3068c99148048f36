import { serviceClient } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import { unavailable } from "../../shared/http/errors.ts";
import { inBackground } from "../../shared/http/log.ts";
import { deleteDiscardedFiles } from "../../shared/jobs/storage-deletions.ts";
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
  tone: Image["tone"];
  /** Whether it takes the place of an image that is there already. */
  replace: boolean;
}

/**
 * Stores an image and makes it the one of its tone. Cut off anywhere, it leaves no file behind: the
 * place is reserved in the outbox of files to delete until an image is at it.
 *
 * @returns the image of the tone: the one that was there when it is not to be replaced.
 * @throws {HttpError} 404 when the pack has gone meanwhile, 503 when the file cannot be stored.
 */
export async function storeImage(place: Place, image: CheckedImage): Promise<Image> {
  const { userId, packId, tone, replace } = place;
  const path = `${userId}/${packId}/${tone}-${timestamp()}.${image.extension}`;
  const db = serviceClient();
  const pack = { p_user_id: userId, p_tone_pack_id: packId, p_path: path };
  must(await db.rpc("reserve_tone_pack_file", pack));
  const upload = await db.storage.from(BUCKET).upload(path, image.bytes, {
    contentType: image.type,
  });
  if (upload.error) throw unavailable("The image could not be stored", upload.error);
  const row = must(
    await db.rpc("add_tone_pack_image", { ...pack, p_tone: tone, p_replace: replace })
      .overrideTypes<ImageRow, { merge: false }>(),
  );
  inBackground(deleteDiscardedFiles(), "files of a tone pack not deleted");
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
