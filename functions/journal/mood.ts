import { z } from "@hono/zod-openapi";
import { findMood } from "../../shared/ai/mood.ts";
import { describeError, inBackground, log } from "../../shared/base/log.ts";
import { aiIsConfigured } from "../../shared/providers/openai-call.ts";
import { EntryRow } from "./entry.ts";

/**
 * How long (ms) an answer waits for the mood. It does not wait at all when the latest analysis, or
 * a running one, takes longer than this, so that a slow provider does not slow down writing.
 */
const MAX_WAIT_MS = 250;

/** The duration (ms) of this isolate's latest analysis, and the start times of running ones. */
let latestDuration = 0;
const running = new Set<number>();

const isSlow = () =>
  Math.max(latestDuration, ...[...running].map((start) => performance.now() - start)) > MAX_WAIT_MS;

/** The row of a write; `mood_hit` when the write has begun an analysis. */
export const Written = EntryRow.extend({ mood_hit: z.int().nullish() });
export type Written = z.infer<typeof Written>;

/**
 * Whether the database is to begin an analysis with a write of this content. It does so for a new
 * entry without a mood and for a changed content, 60 times an hour for an author; past that, entries
 * keep the mood that they have.
 */
export const mayAnalyze = (content: string | undefined): boolean =>
  !!content?.trim() && aiIsConfigured();

/**
 * The row of the entry that was just written. Where the write has begun an analysis, with the mood
 * that the model finds if it is quick; a slower analysis continues after the answer and stores the
 * mood. Failures are logged and do not affect the answer. A mood is not stored when the content or
 * the mood has changed meanwhile.
 */
export async function withMood(row: Written): Promise<EntryRow> {
  const { mood_hit, ...entry } = row;
  if (!mood_hit || entry.is_sealed) return entry;

  const start = performance.now();
  running.add(start);
  const found = findMood({ ...entry, content: entry.content! }, mood_hit).catch((error) => {
    log("warn", "no mood found", { entry_id: entry.id, error: describeError(error) });
    return null;
  }).finally(() => {
    running.delete(start);
    latestDuration = performance.now() - start;
  });
  inBackground(found, "automatic mood");
  return { ...entry, ...(isSlow() ? null : await resultIn(MAX_WAIT_MS, found)) };
}

/** The result of the work, null when it takes longer. */
async function resultIn<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => timer = setTimeout(resolve, ms, null));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
