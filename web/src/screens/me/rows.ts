import { JournalError } from "journal-client";
import type { Person } from "../../parts/avatar.tsx";
import { supabase } from "../../service.ts";

interface Result {
  data: unknown;
  error: { code: string; message: string } | null;
  status: number;
}

/** The rows of a query of a table, which refuses as the routes do. */
export async function rowsOf<T>(query: PromiseLike<Result>): Promise<T[]> {
  const { data, error, status } = await query;
  if (error) throw new JournalError(status, error.code, error.message);
  return data as T[];
}

/** The cards of the people with these ids, by their handles. */
export const cardsOf = async (ids: string[]): Promise<(Person & { id: string })[]> =>
  ids.length === 0 ? [] : await rowsOf(
    supabase.from("profile_cards").select("id, handle, full_name, avatar_url")
      .in("id", ids).order("handle"),
  );
