import { rowsOf } from "./data-api.ts";
import type { Person } from "./parts/avatar.tsx";
import { supabase } from "./service.ts";

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
