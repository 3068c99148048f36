import { z } from "@hono/zod-openapi";
import type { Db } from "../database/clients.ts";
import { must, shaped } from "../database/results.ts";
import { signedUrls } from "../files/addresses.ts";
import * as f from "./basic.ts";

/** The private bucket of the photos and recordings of entries. */
export const ATTACHMENTS = "entry-attachments";

const address = z.string().nullable().openapi({ format: "uri" });

const thumbnail_url = address.openapi({
  description: "The small picture that the client has sent; null without one. Works like `url`.",
});
const width = z.int().nullable().openapi({ description: "Null for sound.", example: 1200 });
const height = width.openapi({ example: 900 });

/** A photo, a recording or a sealed file of an entry, as an answer shows it. */
export const Attachment = z.object({
  id: f.uuid,
  kind: z.enum(["image", "audio", "sealed"]).openapi("AttachmentKind"),
  type: z.string().openapi({ description: "The media type.", example: "image/jpeg" }),
  bytes: z.int().openapi({ example: 184_320 }),
  width,
  height,
  duration_s: z.number().nullable().openapi({
    description: "The length of the sound; null for an image.",
    example: null,
  }),
  url: address.openapi({
    description:
      "Opens the file for ten minutes at least, for anyone who knows it; null when the " +
      "file is missing.",
  }),
  thumbnail_url,
  transcript: z.string().nullable().openapi({
    description: "The words of the sound; null before it has been transcribed.",
    example: null,
  }),
}).openapi("Attachment");

/** The first picture of an entry in a list. */
export const Picture = z.object({ id: f.uuid, width, height, thumbnail_url }).openapi("Picture");

/** The columns that an answer is made of. */
export const attachmentColumns = `
  id, entry_id, kind, type, bytes, width, height, duration_s, path, thumbnail_path, transcript
`;

/** The row of these columns. */
const AttachmentRow = Attachment.omit({ url: true, thumbnail_url: true }).extend({
  entry_id: f.uuid,
  path: z.string(),
  thumbnail_path: z.string().nullable(),
});
type AttachmentRow = z.infer<typeof AttachmentRow>;

const StoredAttachments = z.array(AttachmentRow.extend({ user_id: f.uuid }));

/** Turns rows into answers for a reader who may see them: one request signs all addresses. */
export async function withUrls(rows: AttachmentRow[]): Promise<z.infer<typeof Attachment>[]> {
  const urls = await attachmentUrls(
    rows.flatMap(({ path, thumbnail_path }) => [path, thumbnail_path]),
  );
  return rows.map(({ entry_id: _, path, thumbnail_path, ...row }) => ({
    ...row,
    url: urls(path),
    thumbnail_url: urls(thumbnail_path),
  }));
}

/** Signs files of attachments by one request. The returned function gives the address of a path. */
export async function attachmentUrls(
  paths: (string | null)[],
): Promise<(path: string | null) => string | null> {
  const urls = await signedUrls(ATTACHMENTS, paths.filter((path) => path !== null));
  return (path) => path === null ? null : urls.get(path) ?? null;
}

/**
 * The attachments of an entry in their order, as far as `db` sees them: a client as the caller shows
 * them where the caller may read the content, the service's own always.
 */
export const attachmentRows = async (db: Db, entryId: string) =>
  must(
    shaped(StoredAttachments, await db.rpc("list_entry_attachments", { p_entry_id: entryId })),
  );

/**
 * The attachments of an entry, with addresses of their files, as answers show them.
 *
 * @throws {HttpError} 503 when Storage does not answer.
 */
export const attachmentsOf = async (db: Db, entryId: string) =>
  await withUrls((await attachmentRows(db, entryId)).map(({ user_id: _, ...row }) => row));
