/** Entries whose mood the service is to find, and what to wait for. */
import { expect } from "vitest";
import { joyful, newWords, provider, requestsWith, usageOf } from "../ai/support.ts";
import type { Behaviour } from "../../stand-ins/openai.ts";
import { eventually } from "../support/eventually.ts";
import { type Person, person, service } from "../support/people.ts";

export interface Entry {
  id: string;
  mood: string | null;
  updated_at: string;
}

/** An entry of these words. */
export async function write(
  author: Person,
  words: string,
  fields: Record<string, unknown> = {},
): Promise<Entry> {
  const { status, body } = await author.api("POST", "/api/journal", {
    title: "Today",
    content: words,
    ...fields,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.entry;
}

export async function change(
  author: Person,
  id: string,
  fields: Record<string, unknown>,
): Promise<Entry> {
  const { status, body } = await author.api("PUT", `/api/journal/${id}`, fields);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.entry;
}

/** The mood as it stands in the database; asked without a timer, for a test that stops the clock. */
export async function moodOf(id: string): Promise<string | null> {
  const row = await service.from("journal_entries").select("mood").eq("id", id).single();
  if (row.error) throw row.error;
  return row.data.mood;
}

/** What the model says of the next text with these words. */
export const model = (containing: string, answer = joyful(), more: Partial<Behaviour> = {}) =>
  provider(containing, { answer, ...more });

/** Waits until the entry has the mood. */
export const settles = (id: string, mood: string | null): Promise<void> =>
  eventually(async () => expect(await moodOf(id)).toBe(mood));

/** Waits until so many calls have been recorded for a person. */
export const recorded = (who: Person, count: number): Promise<void> =>
  eventually(async () => expect(await usageOf(who.id)).toHaveLength(count));

let witness: Promise<Person> | undefined;

/**
 * Waits until whatever followed from earlier writes has been done: the analysis of an entry that is
 * written now, by somebody else, begins after theirs and takes all the steps that theirs took.
 */
export async function laterEntryIsDone(): Promise<void> {
  const words = newWords();
  await model(words);
  await settles((await write(await (witness ??= person("Witness")), words)).id, "joyful");
}

/** Waits for the work after the response: the only call for this author, and what follows from it. */
export async function analysed(author: Person, containing: string): Promise<void> {
  await eventually(async () => expect(await requestsWith(containing)).toHaveLength(1));
  await recorded(author, 1);
  await laterEntryIsDone();
}

/** Fails when an earlier write has led to a request with these words, also after its answer. */
export async function nothingAnalysed(containing: string): Promise<void> {
  await laterEntryIsDone();
  expect(await requestsWith(containing)).toEqual([]);
}
