/** The shapes of an import and of its rows: as read, as checked, and as sent to the database. */
import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";
import type { Packed } from "./zip.ts";

/** The fields of every imported entry, whatever file it comes from. */
export const importedEntry = z.object({
  title: f.entryTitle,
  content: f.text(0, 100_000),
  mood: f.text(1, 50).nullish(),
  tags: z.array(f.text(1, 50)).max(20).nullish(),
});

const time = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?\s*(Z|[+-]\d\d(:?\d\d)?)?)?$/i;

/** The record of a sealed entry, with the ids and the version of which its author has signed it. */
export const SealedRow = z.object({
  kind: z.literal("entry"),
  notebook_id: f.uuid,
  object_id: f.uuid,
  author_id: f.uuid,
  version: z.int().min(1).max(2_000_000_000),
  record: z.string().max(700_000),
  signature: z.string().max(100),
  written_at: z.string(),
});

export const entryFields = importedEntry.extend({
  sealed: SealedRow.nullish(),
  written_at: z.string().regex(time, "expected an ISO 8601 timestamp or date"),
  notebook: f.name.nullish(),
});

/** A file of a row that becomes an attachment, or why it does not. */
const Picture = z.object({
  /** In the ZIP file. */
  name: z.string(),
  error: z.string().optional(),
});

/** A row for the database, which makes an entry of it. */
export interface ImportRow {
  /** From 1. */
  number: number;
  /** Where the next row of Day One's JSON is. */
  place?: Place;
  file: string;
  error?: string;
  kind?: "archive" | "markdown" | "day_one" | "sealed";
  /** Names the entry where it comes from, always in the same way. */
  source?: string;
  /** The archive's own id. */
  id?: string;
  entry?: z.infer<typeof entryFields>;
  pictures?: z.infer<typeof Picture>[];
}

/** An entry as its file states it, before it is checked. */
export interface Found {
  kind: NonNullable<ImportRow["kind"]>;
  source: string;
  id?: string;
  entry: Record<string, unknown>;
  pictures: { name: string; file: Packed | undefined }[];
}

/** Where the next entry of Day One's JSON is: the index of the file, and the byte in it. */
export type Place = [file: number, byte: number];

/** A waiting picture: its row, its entry, and its place among the pictures of the entry. */
export const WaitingPicture = Picture.extend({
  number: z.int(),
  entry_id: z.string(),
  index: z.int(),
});
export type WaitingPicture = z.infer<typeof WaitingPicture>;

/** The kind of an import's file. */
export type ImportKind = "markdown" | "day_one";

/** An import that a step has taken on. */
export const Import = z.object({
  id: z.string(),
  user_id: z.string(),
  /** `rows`: a super admin has sent the rows, and the database holds them. */
  kind: z.enum(["markdown", "day_one", "rows"]),
  /** The path of the file; null for `rows`. */
  path: z.string().nullable(),
  imported: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /** The place of the next row in Day One's JSON; the number of the last one for `rows`. */
  place: z.union([z.tuple([z.int(), z.int()]), z.int()]).nullable(),
  pictures: z.array(WaitingPicture),
  claim: z.string(),
  /** The ids of the user's pictures are derived from it. */
  salt: z.string(),
  /** Whether no other import is due. */
  is_alone: z.boolean(),
});
export type Import = z.infer<typeof Import>;
