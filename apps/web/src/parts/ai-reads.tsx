/** Whether AI reads entries: asked once, and said wherever one is written. */
import { offline, profile } from "../service.ts";
import { isActing, syncNow } from "../session.ts";
import { confirm } from "./dialog.tsx";

/** Asks before the first entry goes to the service. The answer goes there before the entry. */
export async function askAboutMoods(): Promise<void> {
  // Another device may have been asked.
  if (!profile.value) await syncNow();
  const own = profile.value;
  if (isActing.value || own && (own.preferences.mood_asked || !own.mood_analysis_enabled)) return;
  const mood_analysis_enabled = await confirm(
    "May AI find the mood of your entries?",
    "The text then goes to the AI provider, without your name, and comes back as a word such as " +
      "“hopeful”. A mood that you choose yourself always stays. You can change your mind at any " +
      "time, under Me, Privacy.",
    "Yes, find it",
    "main",
    "No, thanks",
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
  const aims = [findsMoods && "to find its mood", own.read_notes_enabled && "for the assistant"];
  const aim = aims.filter(Boolean).join(" and ");
  return (
    <>
      {aim ? `AI reads it ${aim}. ` : "AI does not read it. "}
      <a href="#/me/privacy">Change</a>
    </>
  );
}
