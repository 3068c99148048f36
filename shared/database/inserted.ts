import type { PostgrestSingleResponse } from "@supabase/postgrest-js";
import { conflict } from "../base/errors.ts";
import { type ConstraintMessages, type DatabaseError } from "./errors.ts";
import { must } from "./results.ts";

/**
 * The row of an insert under an id that the client may have made, and whether this call created it:
 * the caller may have created it before.
 *
 * @param stored reads the caller's own row with that id; called when the id is taken.
 * @throws {HttpError} 409 `id_taken` when the id belongs to something else.
 */
export async function insertedOnce<T>(
  table: string,
  result: PostgrestSingleResponse<T>,
  stored: () => PromiseLike<PostgrestSingleResponse<T | null>>,
  messages?: ConstraintMessages,
): Promise<[row: T, isNew: boolean]> {
  if (!result.error || !isTaken(result.error, table)) {
    return [must(result, { ...writtenAt(table), ...messages }), true];
  }
  const row = must(await stored());
  if (row === null) throw conflict("id: already taken, make another one", "id_taken");
  return [row, false];
}

/** The refusal of a time that a device gives to a row of a table. */
export const writtenAt = (table: string): ConstraintMessages => ({
  [`${table}_written_at_check`]: [
    "written_at",
    "expected a time from the year 1000 to five minutes after the present",
  ],
});

const isTaken = ({ code, message }: DatabaseError, table: string) =>
  code === "23505" && message.includes(`"${table}_pkey"`);
