/** Makes attachments of the files of imported entries. */
import { z } from "zod";
import { HttpError } from "../../shared/base/errors.ts";
import { uuidOf } from "../../shared/base/uuid.ts";
import { must, shaped } from "../../shared/database/results.ts";
import { ATTACHMENTS } from "../../shared/fields/attachment.ts";
import { MAX_SOUND, readAttachment } from "../../shared/files/attachment-file.ts";
import { type StoredFile, storeFiles } from "../../shared/files/outbox.ts";
import { type Import, WaitingPicture } from "./rows.ts";
import { BadFile, type Packed, unpackAll } from "./zip.ts";

/** The most pictures in memory and on their way to Storage; the last one may exceed `bytes`. */
const GROUP = { files: 16, bytes: 8_000_000 };

/**
 * Stores the next pictures of an import, each once: pictures of a step that was cut off stay
 * stored. Returns the remaining pictures.
 */
export async function storeNextPictures(
  taken: Pick<Import, "user_id" | "salt" | "claim" | "pictures">,
  files: Map<string, Packed>,
): Promise<WaitingPicture[]> {
  const uploads: StoredFile[] = [];
  const p_pictures: { error?: string; id?: string; file?: Record<string, unknown> }[] = [];
  let size = 0;
  for (const picture of taken.pictures) {
    if (p_pictures.length === GROUP.files || size > GROUP.bytes) break;
    try {
      const { bytes, extension, ...facts } = await contentOf(picture, files);
      const path = `${taken.user_id}/${crypto.randomUUID()}.${extension}`;
      uploads.push({ bucket: ATTACHMENTS, path, bytes, type: facts.type });
      size += bytes.length;
      p_pictures.push({
        // Others know the id of the entry, and must not be able to take the id of its picture.
        id: await uuidOf(`${taken.salt} ${picture.entry_id} ${picture.index}`),
        file: { ...facts, bytes: bytes.length, path },
      });
    } catch (error) {
      const isRefusal = error instanceof BadFile ||
        error instanceof HttpError && error.status < 500;
      if (!isRefusal) throw error;
      p_pictures.push({ error: error.message.replace(/^file:? /, "") });
    }
  }
  const p_claim = taken.claim;
  return await storeFiles(uploads, async (db) => {
    const left = await db.rpc("record_import_pictures", { p_claim, p_pictures });
    return must(shaped(z.array(WaitingPicture), left));
  });
}

async function contentOf({ name, error }: WaitingPicture, files: Map<string, Packed>) {
  const file = files.get(name);
  if (error || !file) throw new BadFile(error ?? "is missing");
  return await readAttachment({ name, content: await unpackAll(file, MAX_SOUND) });
}
