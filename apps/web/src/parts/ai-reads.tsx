/** Whether AI reads entries: asked once, and said wherever one is written. */
import { offline, profile } from "../service.ts";
import { isActing, syncNow } from "../session.ts";
import { confirm } from "./dialog.tsx";
import { words } from "../words/en/parts.ts";

/** Asks before the first entry goes to the service. The answer goes there before the entry. */
export async function askAboutMoods(): Promise<void> {
  // Another device may have been asked.
  if (!profile.value) await syncNow();
  const own = profile.value;
  if (isActing.value || own && (own.preferences.mood_asked || !own.mood_analysis_enabled)) return;
  const mood_analysis_enabled = await confirm(
    words.askMoods,
    words.askMoodsHint,
    words.yesFindIt,
    "main",
    words.noThanks,
  );
  const preferences = { ...own?.preferences, mood_asked: true };
  await offline.update("profile", offline.userId!, { mood_analysis_enabled, preferences });
}

/**
 * An entry with a mood of its author is not read for one. Who acts as a user is not asked: the
 * service then follows the setting.
 */
export function AiReads({ mood = null }: { mood?: string | null }) {
  const own = profile.value;
  if (!own) return null;
  const findsMoods = !mood && own.mood_analysis_enabled &&
    (own.preferences.mood_asked || isActing.value);
  const { none, mood: forMood, assistant, both } = words.aiReads;
  const said = own.read_notes_enabled ? findsMoods ? both : assistant : findsMoods ? forMood : none;
  return (
    <>
      {said} <a href="#/me/privacy">{words.change}</a>
    </>
  );
}
