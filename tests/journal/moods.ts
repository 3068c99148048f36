/** Entries whose mood the service is to find, and what to wait for. */
import { expect, vi } from "vitest";
import { joyful, provider, requestsWith, usageOf } from "../ai/support.ts";
import type { Behaviour } from "../providers/openai.ts";
import type { Person } from "../support/people.ts";
import { sql } from "../support/sql.ts";

/** Longer than an answer waits, however busy the machine. */
export const SLOW_MS = 900;

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

/** The mood as it stands in the database. */
export async function moodOf(id: string): Promise<string | null> {
  const [row] = await sql`select mood from public.journal_entries where id = ${id}`;
  return row!.mood;
}

/** What the model says of the next text with these words. */
export const model = (containing: string, answer = joyful(), more: Partial<Behaviour> = {}) =>
  provider(containing, { answer, ...more });

/** Waits for the work after the response: the call with these words, and what follows from it. */
export async function analysed(author: Person, containing: string): Promise<void> {
  await vi.waitFor(async () => {
    expect(await requestsWith(containing)).toHaveLength(1);
    expect(await usageOf(author.id)).not.toEqual([]);
  }, { timeout: 5000, interval: 50 });
  await new Promise((resolve) => setTimeout(resolve, 200));
}

export const settles = (id: string, mood: string | null) =>
  vi.waitFor(async () => expect(await moodOf(id)).toBe(mood), { timeout: 5000, interval: 50 });
