/** One row of an import: what it is made of, and what the database makes an entry of. */
import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";
import { importedEntry } from "../../shared/fields/imported.ts";
import type { Packed } from "./zip.ts";

/** What the database makes an entry of. */
interface ImportRow {
  /** From 1. */
  number: number;
  /** Where the next row of Day One's JSON is. */
  place?: Place;
  file: string;
  error?: string;
  kind?: "archive" | "markdown" | "day_one";
  /** Names the entry where it comes from, always in the same way. */
  source?: string;
  /** The archive's own id. */
  id?: string;
  entry?: z.infer<typeof entryFields>;
}

/** A row with the files that become attachments of its entry. */
export interface SourceRow {
  row: ImportRow;
  pictures: { name: string; file: Packed | undefined }[];
}

export type ImportKind = "markdown" | "day_one";

/** Where the next entry of Day One's JSON is: the index of the file, and the byte in it. */
export type Place = [file: number, byte: number];

/** An import that a step has taken on. */
export interface Import {
  id: string;
  user_id: string;
  kind: ImportKind;
  path: string;
  imported: number;
  skipped: number;
  failed: number;
  /** Where the next row is, for Day One's JSON. */
  place: Place | null;
  /** The entry of the next row, whose pictures are not all stored. */
  entry_id: string | null;
  /** How many of them are done. */
  pictures: number;
  claim: string;
  /** What ids of the user's pictures follow from. */
  salt: string;
  /** Whether no other import is due. */
  is_alone: boolean;
}

const time = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?\s*(Z|[+-]\d\d(:?\d\d)?)?)?$/i;

export const entryFields = importedEntry.extend({
  written_at: z.string().regex(time, "expected an ISO 8601 timestamp or date"),
  notebook: f.name.nullish(),
});

/** What a source says of an entry, before it is checked. */
export interface Found {
  kind: NonNullable<ImportRow["kind"]>;
  source: string;
  id?: string;
  entry: Record<string, unknown>;
  pictures: SourceRow["pictures"];
}
