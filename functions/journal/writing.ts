import type { z } from "@hono/zod-openapi";
import type { Db } from "../../shared/database/clients.ts";
import { insertedOnce, writtenAt } from "../../shared/database/inserted.ts";
import { must, shaped } from "../../shared/database/results.ts";
import { deleteFilesAfterAnswer } from "../../shared/files/outbox.ts";
import type { changedEntry, newEntry } from "./entry.ts";
import { getEntry } from "./listing.ts";
import { mayAnalyze, withMood, Written } from "./mood.ts";

interface Writing {
  /** Refuses (409 `shared`) an entry that anybody but the author sees. */
  unshared?: boolean;
}

interface Changing extends Writing {
  versions?: number[];
  /** No analysis of a new content replaces a mood of the author. */
  keepMood?: boolean;
}

/**
 * Creates an entry of the caller, under its own id if it has one. Returns the row with its mood,
 * and whether it is new.
 */
export async function createEntry(
  db: Db,
  authorId: string,
  sent: z.output<typeof newEntry>,
  { unshared = false }: Writing = {},
) {
  const result = await db.rpc("create_journal_entry", {
    p_entry: sent,
    p_analyze: mayAnalyze(sent.content),
    p_unshared: unshared,
  });
  const stored = async () => await getEntry(db, sent.id!, authorId);
  const [row, isNew] = await insertedOnce<Written>(
    "journal_entries",
    shaped(Written, result),
    stored,
  );
  return [await withMood(row), isNew] as const;
}

/** Changes the given fields of the caller's entry if it has one of these versions. */
export async function changeEntry(
  db: Db,
  id: string,
  changes: z.output<typeof changedEntry>,
  { versions, unshared = false, keepMood = false }: Changing = {},
) {
  const changed = await db.rpc("update_journal_entry", {
    p_entry_id: id,
    p_changes: changes,
    p_versions: versions,
    p_analyze: mayAnalyze(changes.content),
    p_unshared: unshared,
    p_keep_mood: keepMood,
  });
  const row = must(shaped(Written, changed), writtenAt("journal_entries"));
  // A change of the content deletes the background, and sealing deletes it too.
  if (changes.content !== undefined || changes.sealed) deleteFilesAfterAnswer();
  return await withMood(row);
}
