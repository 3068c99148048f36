import { serviceClient } from "../database/clients.ts";
import { must } from "../database/results.ts";
import { analyzeTone } from "./tone-analysis.ts";

/** The confidence above which a mood is set. */
const MIN_CONFIDENCE = 0.5;

/** An entry that was just written without a mood. */
export interface NewEntry {
  id: string;
  user_id: string;
  title: string;
  content: string;
  /** The time of the write. */
  updated_at: string;
}

/**
 * Analyses an entry and stores its mood; null when none is stored: the model is not confident, the
 * author's limit of automatic moods is used up, or somebody has changed content or mood meanwhile.
 *
 * @throws {HttpError} see `analyzeTone`.
 */
export async function findMood(entry: NewEntry): Promise<string | null> {
  const { id, user_id, title, content, updated_at } = entry;
  const write = { p_user_id: user_id, p_entry_id: id, p_due_at: updated_at };
  // The database compares whether this write changed the content.
  const p_hit = must(await serviceClient().rpc("begin_mood_analysis", write));
  if (p_hit === null) return null;
  const { primaryTone, confidence } = await analyzeTone({ title, content }, {
    spending: { userId: user_id, type: "tone_analysis", entryId: id },
  }).catch(async (error) => {
    await serviceClient().rpc("give_back_hits", { p_hit, p_cost: 1 });
    throw error;
  });
  if (confidence <= MIN_CONFIDENCE) return null;
  const stored = must(
    await serviceClient().rpc("set_found_mood", { ...write, p_mood: primaryTone }),
  );
  return stored ? primaryTone : null;
}
