import { z } from "@hono/zod-openapi";
import { serviceClient } from "../database/clients.ts";
import { must, shaped } from "../database/results.ts";
import { type Billed, recordUsage, type Spending } from "../providers/token-usage.ts";
import { analyzeTone } from "./tone-analysis.ts";

/** The confidence above which a mood is set. */
const MIN_CONFIDENCE = 0.5;

/** An entry that was just written without a mood. */
export const NewEntry = z.object({
  id: z.string(),
  user_id: z.string(),
  title: z.string(),
  content: z.string(),
  /** The time of the write. */
  updated_at: z.string(),
});
export type NewEntry = z.infer<typeof NewEntry>;

/** A mood that was stored, with the path of its image in the author's active tone pack. */
const FoundMood = z.object({
  mood: z.string(),
  mood_source: z.literal("analysis"),
  tone_image_path: z.string().nullable(),
});
type FoundMood = z.infer<typeof FoundMood>;

/**
 * Analyses an entry and stores its mood. Returns null when it stores no mood, because the model is
 * not confident, or somebody has changed content or mood meanwhile.
 *
 * @param p_hit what the write has taken from the author's limit of automatic moods.
 * @throws {HttpError} see `analyzeTone`.
 */
export async function findMood(entry: NewEntry, p_hit: number): Promise<FoundMood | null> {
  const { id, user_id, title, content, updated_at } = entry;
  const spending: Spending = { userId: user_id, type: "tone_analysis", entryId: id };
  let unrecorded: Billed | undefined;
  try {
    const { primaryTone, confidence } = await analyzeTone({ title, content }, {
      spending,
      record: (_spending, billed) => void (unrecorded = billed),
    });
    if (confidence <= MIN_CONFIDENCE) return null;
    const set = await serviceClient().rpc("set_found_mood", {
      p_user_id: user_id,
      p_entry_id: id,
      p_due_at: updated_at,
      p_mood: primaryTone,
      p_model: unrecorded?.model,
      p_input_tokens: unrecorded?.inputTokens,
      p_output_tokens: unrecorded?.outputTokens,
    });
    const found = must(shaped(FoundMood.nullable(), set));
    unrecorded = undefined;
    return found;
  } catch (error) {
    await serviceClient().rpc("give_back_hits", { p_hit, p_cost: 1 });
    throw error;
  } finally {
    if (unrecorded) await recordUsage(spending, unrecorded);
  }
}
