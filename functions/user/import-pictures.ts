import { HttpError } from "../../shared/base/errors.ts";
import { storable } from "../../shared/base/text.ts";
import { uuidOf } from "../../shared/base/uuid.ts";
import { type Db, serviceClient } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import { ATTACHMENTS } from "../../shared/fields/attachment.ts";
import { MAX_BYTES, readFile } from "../../shared/files/attachment-file.ts";
import { storeFiles } from "../../shared/files/outbox.ts";
import type { SourceRow } from "./import-row.ts";
import { BadFile, unpackAll } from "./import-zip.ts";

/** What an imported entry is without, and why. */
interface PictureError {
  file: string;
  error: string;
}

/** How many files of an entry are read. An app may refer to the same one any number of times. */
const MAX_FILES = 30;

/**
 * Makes attachments of the files of an imported entry, each once: what a step that was cut off has
 * stored stays. Files that may not be attachments are returned.
 */
export async function attach(
  userId: string,
  entryId: string,
  pictures: SourceRow["pictures"],
): Promise<PictureError[]> {
  const db = serviceClient();
  const errors: PictureError[] = [];
  for (const [index, picture] of pictures.slice(0, MAX_FILES).entries()) {
    try {
      await attachOne(db, userId, entryId, await uuidOf(`${entryId} ${index}`), picture);
    } catch (error) {
      const isRefusal = error instanceof BadFile ||
        error instanceof HttpError && error.status < 500;
      if (!isRefusal) throw error;
      errors.push({
        file: storable(picture.name),
        error: error.message.replace(/^file:? /, ""),
      });
    }
  }
  if (pictures.length > MAX_FILES) {
    const left = pictures.length - MAX_FILES;
    errors.push({ file: storable(pictures[MAX_FILES]!.name), error: `left out, one of ${left}` });
  }
  return errors;
}

async function attachOne(
  db: Db,
  userId: string,
  entryId: string,
  id: string,
  { name, file }: SourceRow["pictures"][number],
): Promise<void> {
  if (!file) throw new BadFile("is missing");
  const stored = await db.from("entry_attachments").select("id").eq("id", id);
  if (must(stored).length > 0) return;
  const content = await unpackAll(file, MAX_BYTES);
  const { bytes, extension, ...facts } = readFile({ name, content });
  const path = `${userId}/${crypto.randomUUID()}.${extension}`;
  await storeFiles(
    [{ bucket: ATTACHMENTS, path, bytes, type: facts.type }],
    async (service) =>
      must(
        await service.rpc("record_entry_attachment", {
          p_user_id: userId,
          p_entry_id: entryId,
          p_id: id,
          p_file: { ...facts, bytes: bytes.length, path },
        }),
      ),
  );
}
