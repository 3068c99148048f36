import { JournalError } from "journal-client";
import type { Person } from "../../parts/avatar.tsx";
import { supabase } from "../../service.ts";

/** The cards of the people with these ids, by their handles. */
export async function cardsOf(ids: string[]): Promise<(Person & { id: string })[]> {
  if (!ids.length) return [];
  const { data, error, status } = await supabase.from("profile_cards")
    .select("id, handle, full_name, avatar_url").in("id", ids).order("handle");
  if (error) throw new JournalError(status, error.code, error.message);
  return data;
}
