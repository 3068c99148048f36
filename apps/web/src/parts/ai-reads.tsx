/** Whether AI reads entries: asked once, and said wherever one is written. */
import { askAboutMoods as askOnce, findsMoods } from "@journal/client";
import { rowsOf } from "../data-api.ts";
import { useRemote } from "../remote.ts";
import { offline, profile, supabase } from "../service.ts";
import { isActing } from "../session.ts";
import { confirm } from "./dialog.tsx";
import { words } from "../words/parts.ts";

/**
 * Asks before the first entry goes to the service. Who acts as a user is not asked: the service then
 * follows the setting.
 */
export async function askAboutMoods(): Promise<void> {
  if (isActing.value) return;
  await askOnce(
    offline,
    () => confirm(words.askMoods, words.askMoodsHint, words.yesFindIt, "main", words.noThanks),
  );
}

/** What AI has read of an entry, as the service has counted its calls, or as the draft knows. */
type Read = keyof typeof words.aiHasRead;

/** The calls of AI for a stored entry. */
function useReads(entryId: string | undefined): Read[] {
  const { value = [] } = useRemote(async () => {
    if (!entryId) return [];
    const calls = supabase.from("token_usage").select("type").eq("entry_id", entryId);
    return (await rowsOf<{ type: Read }[]>(calls)).map(({ type }) => type);
  }, [entryId]);
  return value;
}

/**
 * What saving an entry lets AI read, and what AI has read of it so far. An entry with a mood of its
 * author is not read for one.
 */
export function AiReads({ mood = null, entryId, isSuggested }: {
  mood?: string | null;
  /** Of an entry that is stored. */
  entryId?: string;
  /** Whether the user has had a mood suggested. */
  isSuggested: boolean;
}) {
  const own = profile.value;
  const reads = new Set(useReads(entryId));
  if (!own) return null;
  const readsMood = !mood && (isActing.value ? own.mood_analysis_enabled : findsMoods(own));
  const { none, mood: forMood, assistant, both } = words.aiReads;
  const said = own.read_notes_enabled ? readsMood ? both : assistant : readsMood ? forMood : none;
  if (isSuggested) reads.add("tone_analysis");
  const past = Object.entries(words.aiHasRead).filter(([type]) => reads.has(type as Read));
  return (
    <p class="hint">
      {past.map(([, text]) => `${text} `)}
      {said} <a href="#/me/privacy">{words.change}</a>
    </p>
  );
}
