/** Entries with automatic mood, and waiting for their analysis. */
import { expect } from "vitest";
import { joyful, newWords, provider, requestsWith, usageOf } from "../ai/support.ts";
import type { Behaviour } from "../../packages/stand-ins/openai-wire.ts";
import { eventually } from "../support/eventually.ts";
import { type Person, person, service } from "../support/people.ts";
import { ok } from "../support/requests.ts";

export interface Entry {
  id: string;
  mood: string | null;
  mood_source: "author" | "analysis" | null;
  updated_at: string;
}

/** Writes an entry with these words. */
export async function write(
  author: Person,
  words: string,
  fields: Record<string, unknown> = {},
): Promise<Entry> {
  return (await ok(author, "POST", "/api/journal", { title: "Today", content: words, ...fields }))
    .entry;
}

export async function change(
  author: Person,
  id: string,
  fields: Record<string, unknown>,
): Promise<Entry> {
  return (await ok(author, "PUT", `/api/journal/${id}`, fields)).entry;
}

/** The mood in the database; queried without a timer, for a test that stops the clock. */
export async function moodOf(id: string): Promise<string | null> {
  const row = await service.from("journal_entries").select("mood").eq("id", id).single();
  if (row.error) throw row.error;
  return row.data.mood;
}

/** Sets the model's output for the next text with these words. */
export const model = (containing: string, answer = joyful(), more: Partial<Behaviour> = {}) =>
  provider(containing, { answer, ...more });

/** Waits until the entry has the mood. */
export const settles = (id: string, mood: string | null): Promise<void> =>
  eventually(async () => expect(await moodOf(id)).toBe(mood));

/** Waits until this many calls are recorded for a person. */
export const recorded = (who: Person, count: number): Promise<void> =>
  eventually(async () => expect(await usageOf(who.id)).toHaveLength(count));

let witness: Promise<Person> | undefined;

/**
 * Waits until the effects of earlier writes are done: the analysis of an entry that another person
 * writes now starts after theirs and takes the same steps.
 */
export async function laterEntryIsDone(): Promise<void> {
  const words = newWords();
  await model(words);
  await settles((await write(await (witness ??= person("Witness")), words)).id, "joyful");
}

/** Waits for the background work: the only call of this author, and its effects. */
export async function analysed(author: Person, containing: string): Promise<void> {
  await eventually(async () => expect(await requestsWith(containing)).toHaveLength(1));
  await recorded(author, 1);
  await laterEntryIsDone();
}

/** Fails when an earlier write has caused a request with these words, also after its answer. */
export async function nothingAnalysed(containing: string): Promise<void> {
  await laterEntryIsDone();
  expect(await requestsWith(containing)).toEqual([]);
}
