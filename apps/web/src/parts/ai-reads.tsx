/** Whether AI reads entries: asked once, and shown wherever the user writes one. */
import { askAboutMoods as askOnce, findsMoods } from "@journal/client";
import { rowsOf } from "../data-api.ts";
import { useRemote } from "../remote.ts";
import { offline, profile, supabase } from "../service.ts";
import { isActing } from "../session.ts";
import { confirm } from "./dialog.tsx";
import { words } from "../words/parts.ts";

/**
 * Asks before the first entry goes to the service. An admin who acts as a user is not asked: the
 * service then follows the user's setting.
 */
export async function askAboutMoods(): Promise<void> {
  if (isActing.value) return;
  await askOnce(
    offline,
    () => confirm(words.askMoods, words.askMoodsHint, words.yesFindIt, "main", words.noThanks),
  );
}

/** The ways in which AI has read an entry, by the service's count of calls or by the draft. */
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
 * Tells what saving an entry lets AI read, and how AI has read it so far. AI does not look for the
 * mood of an entry whose author has set one.
 */
export function AiReads({ mood = null, entryId, isSuggested }: {
  mood?: string | null;
  /** The id of a stored entry; absent for a draft. */
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
