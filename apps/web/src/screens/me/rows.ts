import { JournalError } from "@journal/client";
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

/** The cards of the people with these ids, by their handles. The Data API returns 101 rows at most. */
export async function cardsOf(ids: string[]): Promise<(Person & { id: string })[]> {
  const cards: (Person & { id: string })[] = [];
  for (let from = 0; from < ids.length; from += 100) {
    cards.push(
      ...await rowsOf<Person & { id: string }>(
        supabase.from("profile_cards").select("id, handle, full_name, avatar_url")
          .in("id", ids.slice(from, from + 100)),
      ),
    );
  }
  return cards.sort((a, b) => a.handle < b.handle ? -1 : 1);
}
