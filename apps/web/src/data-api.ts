/** Answers of the Data API, with refusals like those of the routes. */
import { JournalError } from "@journal/client";
import type { Person } from "./parts/avatar.tsx";
import { supabase } from "./service.ts";

interface Answered<T> {
  data: T | null;
  error: { message: string; code?: string } | null;
  /** 0 without a network. */
  status: number;
}

/**
 * The rows of a query of supabase-js.
 *
 * @throws {JournalError}
 */
export async function rowsOf<T>(query: PromiseLike<Answered<T>>): Promise<T> {
  const { data, error, status } = await query;
  if (error) throw new JournalError(status, error.code ?? "", error.message);
  return data!;
}

/** The cards of the people with these ids, by their handles. The Data API returns 101 rows at most. */
export async function cardsOf(ids: string[]): Promise<(Person & { id: string; handle: string })[]> {
  const cards: (Person & { id: string; handle: string })[] = [];
  for (let from = 0; from < ids.length; from += 100) {
    cards.push(
      ...await rowsOf<(Person & { id: string; handle: string })[]>(
        supabase.from("profile_cards").select("id, handle, full_name, avatar_url, is_synthetic")
          .in("id", ids.slice(from, from + 100)),
      ),
    );
  }
  return cards.sort((a, b) => a.handle < b.handle ? -1 : 1);
}
