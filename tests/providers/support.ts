/** A question and a picture for each test, with its own words, and what the client refuses. */
import { afterEach, beforeAll, beforeEach, expect } from "vitest";
import { z } from "zod";
import { ask, makeImage, type Picture, type Question } from "../../shared/providers/openai.ts";
import { newWords, requestsWith } from "../ai/support.ts";
import { useProject } from "../http/project.ts";
import { eventually } from "../support/eventually.ts";
import { person } from "../support/people.ts";

const Form = z.object({ mood: z.enum(["good", "bad"]), words: z.array(z.string()) });
export const good = { mood: "good", words: [] };

const changed = ["OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_TEXT_MODEL", "OPENAI_IMAGE_MODEL"];
const environment = changed.map((name) => [name, Deno.env.get(name)] as const);

beforeAll(useProject);

export let userId: string;
export let words: string;
beforeEach(async () => {
  userId = (await person("Ask Er")).id;
  words = newWords();
});
afterEach(() => {
  for (const [name, value] of environment) {
    if (value === undefined) Deno.env.delete(name);
    else Deno.env.set(name, value);
  }
});

export const question = (changes: Partial<Question<unknown>> = {}) =>
  ask({
    name: "test",
    instructions: "Say how it is.",
    data: { content: words },
    form: Form,
    answer: Form,
    spending: { userId, type: "note_analysis" },
    ...changes,
  });

export const picture = (changes: Partial<Picture> = {}) =>
  makeImage({
    prompt: `a lake, ${words}`,
    quality: "standard",
    spending: { userId, type: "image_generation" },
    ...changes,
  });

/** Waits until the provider notices that the only request with the words was aborted. */
export const leftAlone = () =>
  eventually(async () => expect(await requestsWith(words)).toMatchObject([{ aborted: true }]));

export const unavailable = (message: string) => ({ status: 503, message });
export const silent = unavailable("The AI provider does not answer");
export const useless = unavailable("The AI provider's answer is of no use");
