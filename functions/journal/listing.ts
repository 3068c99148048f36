import { z } from "@hono/zod-openapi";
import type { Db } from "../../shared/database/clients.ts";
import { shaped } from "../../shared/database/results.ts";
import type { lastWrittenFirst } from "../../shared/fields/pages.ts";
import { EntryRow, type filters } from "./entry.ts";

type Start = ReturnType<typeof lastWrittenFirst.args>;
const rows = z.array(EntryRow);

/** The rows of a page of entries that the caller sees. */
export const listEntries = async (db: Db, given: z.output<typeof filters>, start: Start) =>
  shaped(
    rows,
    await db.rpc("list_journal_entries", {
      p_scope: given.scope,
      p_notebook_id: given.notebook_id,
      p_team_id: given.team_id,
      p_org_id: given.org_id,
      p_user_id: given.user_id,
      p_tag: given.tag,
      p_mood: given.mood,
      p_query: given.q,
      p_from: given.from,
      p_to: given.to,
      ...start,
    }),
  );

/** The rows of the caller's own entries that are about a question, the best first. */
export const findEntries = async (
  db: Db,
  { q, notebook_id, tag, mood, from, to }: Omit<z.output<typeof filters>, "scope">,
  limit: number,
) =>
  shaped(
    rows,
    await db.rpc("find_journal_entries", {
      p_question: q!,
      p_notebook_id: notebook_id,
      p_tag: tag,
      p_mood: mood,
      p_from: from,
      p_to: to,
      p_limit: limit,
    }),
  );

/** The rows of a page of the caller's entries on the same day in former years. */
export const listOnThisDay = async (db: Db, date: string | undefined, start: Start) =>
  shaped(rows, await db.rpc("list_entries_on_this_day", { p_date: date, ...start }));

/** An entry that the caller sees, of the given author if any; null when there is no such entry. */
export const getEntry = async (db: Db, id: string, authorId?: string) =>
  shaped(EntryRow.nullable(), await db.rpc("get_journal_entry", { p_id: id, p_user_id: authorId }));
