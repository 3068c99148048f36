import { analyzeTone } from "../../shared/ai/tone.ts";
import { type Db, serviceClient } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import { describeError, inBackground, log } from "../../shared/base/log.ts";
import { aiIsConfigured } from "../../shared/providers/openai.ts";
import type { Entry } from "./entry.ts";

/**
 * How long (ms) an answer waits for the mood, while analyses come in that time; while the latest
 * one, or one that is still going on, takes longer, it does not wait, so that a slow provider slows
 * no writing. The analysis itself goes on.
 */
const BUDGET_MS = 250;

/** How long (ms) the latest analysis of this isolate took, and when those going on have begun. */
let latest = 0;
const underWay = new Set<number>();

const isSlow = () =>
  Math.max(latest, ...[...underWay].map((start) => performance.now() - start)) > BUDGET_MS;

/** A mood is set when the model is surer of it than this. */
const MIN_CONFIDENCE = 0.5;

/**
 * The entry that has just been written, with the mood that the model finds in it when that comes at
 * once; a slower analysis goes on after the answer and sets the mood on its own. Analysed is a new
 * entry without mood, and a changed content that came without one. Failures are logged and reach
 * nobody; a newer content and a mood that somebody has set since always win.
 *
 * @param db a client that acts as the author.
 * @param sent what the author wrote: mood null in an update clears it, and nothing is analysed.
 * @param isNew whether the entry was created by it.
 */
export async function withMood(
  db: Db,
  entry: Entry,
  sent: { content?: string; mood?: string | null },
  isNew: boolean,
): Promise<Entry> {
  const wanted = isNew ? sent.mood == null : sent.mood === undefined && sent.content !== undefined;
  if (!wanted || !entry.content?.trim() || !aiIsConfigured()) return entry;

  const found = findMood(db, entry, isNew).catch((error) => {
    log("warn", "no mood found", { entry_id: entry.id, error: describeError(error) });
    return null;
  });
  inBackground(found, "automatic mood");
  const mood = isSlow() ? null : await within(BUDGET_MS, found);
  return mood === null ? entry : { ...entry, mood };
}

/** Analyses the entry and stores its mood; null when none was stored. */
async function findMood(db: Db, entry: Entry, isNew: boolean): Promise<string | null> {
  const { id, user_id, title, content, updated_at } = entry;
  if (!isNew && !await contentChanged(db, entry)) return null;
  const start = performance.now();
  underWay.add(start);
  const { primaryTone, confidence } = await analyzeTone({ title, content: content! }, {
    spending: { userId: user_id, type: "tone_analysis", entryId: id },
  }).finally(() => {
    underWay.delete(start);
    latest = performance.now() - start;
  });
  if (confidence <= MIN_CONFIDENCE) return null;
  const stored = must(
    await serviceClient().rpc("set_found_mood", {
      p_user_id: user_id,
      p_entry_id: id,
      p_due_at: updated_at,
      p_mood: primaryTone,
    }),
  );
  return stored ? primaryTone : null;
}

/** Whether it was this write that gave the entry its content: the database has compared. */
async function contentChanged(db: Db, { id, updated_at }: Entry): Promise<boolean> {
  const row: unknown = must(
    await db.from("journal_entries").select("id").eq("id", id).eq("mood_due_at", updated_at)
      .maybeSingle(),
  );
  return row !== null;
}

/** What the work comes to, null when it takes longer. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => timer = setTimeout(resolve, ms, null));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
