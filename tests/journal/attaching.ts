/** Adds photos and recordings to entries. */
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { freshPhoto } from "../workout-window/photos.ts";
import { write } from "./people.ts";

interface Parts {
  file?: Uint8Array<ArrayBuffer>;
  thumbnail?: Uint8Array<ArrayBuffer>;
  id?: string;
}

/** A form with a new photo, unless another file is given. */
export function attachmentForm({ file = freshPhoto(), thumbnail, id }: Parts = {}): FormData {
  const form = new FormData();
  form.append("file", new Blob([file]), "file");
  if (thumbnail) form.append("thumbnail", new Blob([thumbnail]), "thumbnail");
  if (id) form.append("id", id);
  return form;
}

export const attachments = (entryId: string) => `/api/journal/${entryId}/attachments`;

/** Adds an attachment and returns it. */
export const attach = async (who: Person, entryId: string, parts?: Parts) =>
  (await ok(who, "POST", attachments(entryId), attachmentForm(parts))).attachment;

/** An entry with one attachment. */
export async function attached(who: Person, parts?: Parts, fields?: Record<string, unknown>) {
  const { id } = await write(who, fields);
  const attachment = await attach(who, id, parts);
  return { id, attachment, path: `${attachments(id)}/${attachment.id}` };
}

export async function bytesAt(url: string): Promise<Uint8Array> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return new Uint8Array(await answer.arrayBuffer());
}
