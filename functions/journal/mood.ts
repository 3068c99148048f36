import { findMood } from "../../shared/ai/mood.ts";
import { describeError, inBackground, log } from "../../shared/base/log.ts";
import { aiIsConfigured } from "../../shared/providers/openai-call.ts";
import type { Entry } from "./entry.ts";

/**
 * How long (ms) an answer waits for the mood. It does not wait at all when the latest analysis, or
 * one that is running, takes longer than this, so that a slow provider does not slow down writing.
 */
const BUDGET_MS = 250;

/** The duration (ms) of this isolate's latest analysis, and the start times of running ones. */
let latestDuration = 0;
const running = new Set<number>();

const isSlow = () =>
  Math.max(latestDuration, ...[...running].map((start) => performance.now() - start)) > BUDGET_MS;

/**
 * The entry that was just written, with the mood that the model finds if the analysis is quick; a
 * slower analysis continues after the answer and stores the mood. A new entry without a mood is
 * analysed, and a changed content that was sent without a mood. Failures are logged and do not
 * affect the answer. A mood is not stored when the content or the mood has changed meanwhile. The
 * database allows an author 60 analyses an hour; past that, entries keep the mood that they have.
 *
 * @param sent the author's fields: with mood null, an update clears the mood without an analysis.
 * @param isNew whether the request created the entry.
 */
export async function withMood(
  entry: Entry,
  sent: { content?: string; mood?: string | null },
  isNew: boolean,
): Promise<Entry> {
  const wanted = isNew ? sent.mood == null : sent.mood === undefined && sent.content !== undefined;
  if (!wanted || !entry.content?.trim() || !aiIsConfigured()) return entry;

  const start = performance.now();
  running.add(start);
  const found = findMood({ ...entry, content: entry.content }).catch((error) => {
    log("warn", "no mood found", { entry_id: entry.id, error: describeError(error) });
    return null;
  }).finally(() => {
    running.delete(start);
    latestDuration = performance.now() - start;
  });
  inBackground(found, "automatic mood");
  const mood = isSlow() ? null : await within(BUDGET_MS, found);
  return mood === null ? entry : { ...entry, mood };
}

/** The result of the work, null when it takes longer. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => timer = setTimeout(resolve, ms, null));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
