import { HttpError } from "../../shared/base/errors.ts";
import { storable } from "../../shared/base/text.ts";
import { uuidOf } from "../../shared/base/uuid.ts";
import { type Db, serviceClient } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import { ATTACHMENTS } from "../../shared/fields/attachment.ts";
import { MAX_BYTES, readAttachment } from "../../shared/files/attachment-file.ts";
import { storeFiles } from "../../shared/files/outbox.ts";
import type { Import, SourceRow } from "./rows.ts";
import { BadFile, unpackAll } from "./zip.ts";

/** What an imported entry is without, and why. */
interface PictureError {
  file: string;
  error: string;
}

/** How many files of an entry are read. An app may refer to the same one any number of times. */
const MAX_FILES = 30;

/**
 * Makes attachments of the files of an imported entry from the file `first` on, each once: what a
 * step that was cut off has stored stays. Returns the files that may not be attachments, and the
 * next file when the deadline ends the step before the last one.
 */
export async function attach(
  { user_id, salt }: Pick<Import, "user_id" | "salt">,
  entryId: string,
  pictures: SourceRow["pictures"],
  first: number,
  deadline: number,
): Promise<{ errors: PictureError[]; next: number | null }> {
  const db = serviceClient();
  const errors: PictureError[] = [];
  const count = Math.min(pictures.length, MAX_FILES);
  for (let index = first; index < count; index++) {
    const picture = pictures[index]!;
    try {
      // Others know the id of the entry, and must not be able to take the id of its picture.
      const id = await uuidOf(`${salt} ${entryId} ${index}`);
      await attachOne(db, user_id, entryId, id, picture);
    } catch (error) {
      const isRefusal = error instanceof BadFile ||
        error instanceof HttpError && error.status < 500;
      if (!isRefusal) throw error;
      errors.push({
        file: storable(picture.name),
        error: error.message.replace(/^file:? /, ""),
      });
    }
    if (index + 1 < count && performance.now() >= deadline) return { errors, next: index + 1 };
  }
  if (pictures.length > MAX_FILES) {
    const left = pictures.length - MAX_FILES;
    errors.push({ file: storable(pictures[MAX_FILES]!.name), error: `left out, one of ${left}` });
  }
  return { errors, next: null };
}

async function attachOne(
  db: Db,
  userId: string,
  entryId: string,
  id: string,
  { name, file }: SourceRow["pictures"][number],
): Promise<void> {
  if (!file) throw new BadFile("is missing");
  const stored = await db.from("entry_attachments").select("id")
    .eq("id", id).eq("entry_id", entryId);
  if (must(stored).length > 0) return;
  const content = await unpackAll(file, MAX_BYTES);
  const { bytes, extension, ...facts } = readAttachment({ name, content });
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
