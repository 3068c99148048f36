/** The files of an entry, and their way to the service. */
import type { Answer } from "@journal/client";
import { thumbnailOf } from "../picture.ts";
import { keepPhoto } from "../photos.ts";
import { attachments, offline } from "../service.ts";
import { waitingOf } from "../outbox.ts";

export type Attachment = Answer<"/api/journal/{id}", "get">["entry"]["attachments"][number];

export const SOUNDS = "audio/*,.m4a,.mp3,.ogg,.webm,.wav";

/** How many files an entry has room for. */
export const MOST = 10;

/** How many more files an entry has room for. */
export const roomOf = (entryId?: string): number =>
  MOST - attachments.value.filter(({ entry_id }) => entry_id === entryId).length -
  waitingOf("attachments").filter(({ fields }) => fields.entry_id === entryId).length;

/** Adds a file to an entry of the user; it is sent when the network is there. */
export async function attach(entryId: string, file: Blob, id?: string): Promise<void> {
  const thumbnail = file.type.startsWith("image/") ? await thumbnailOf(file) : undefined;
  const kept = await offline.outbox.add("attachments", { entry_id: entryId, file, thumbnail }, id);
  if (thumbnail) await keepPhoto(kept, thumbnail).catch(() => {/* The photo itself is kept. */});
}
