/** Controls the provider's stand-in, reads its requests, and reads token usage. */
import process from "node:process";
import { expect } from "vitest";
import type { Behaviour, Recorded } from "../../packages/stand-ins/openai-wire.ts";
import { eventually } from "../support/eventually.ts";
import { sql } from "../support/sql.ts";

const standIn = process.env.OPENAI_BASE_URL!.replace(/\/v1$/, "");

export { newWords } from "../support/random.ts";

/** Sets the provider's behaviour for the next request that contains the words. */
export async function provider(containing: string, behaviour: Omit<Behaviour, "containing">) {
  const body = JSON.stringify({ containing, ...behaviour });
  const answer = await fetch(`${standIn}/test/next`, { method: "POST", body });
  if (!answer.ok) throw new Error(await answer.text());
  await answer.body?.cancel();
}

/**
 * Releases answers that the provider holds (`hold`): all with these words, or the oldest ones.
 * Fails when there are none, because the test then runs at the wrong moment.
 */
export async function release(containing: string, count?: number): Promise<void> {
  const body = JSON.stringify({ containing, count });
  const answer = await fetch(`${standIn}/test/release`, { method: "POST", body });
  const { released } = await answer.json();
  if (released < (count ?? 1)) throw new Error(`the provider holds ${released} of ${containing}`);
}

/** Waits until so many requests with these words have reached the provider. */
export const reached = (containing: string, count = 1): Promise<void> =>
  eventually(async () => expect(await requestsWith(containing)).toHaveLength(count));

/** The requests with these words that have reached the provider, oldest first. */
export async function requestsWith(containing: string): Promise<Recorded[]> {
  const answer = await fetch(`${standIn}/test/requests?containing=${containing}`);
  return (await answer.json()).requests;
}

/** The system message and the user message of a request. */
export const messagesOf = ({ body }: Recorded) =>
  (body.messages as { role: string; content: string }[]).map(({ content }) => content) as [
    instructions: string,
    data: string,
  ];

/** A valid tone answer of the model. */
export const joyful = (changes: Record<string, unknown> = {}) => ({
  primaryTone: "joyful",
  tones: [{ tone: "joyful", score: 0.9 }, { tone: "grateful", score: 0.4 }],
  sentiment: "positive",
  confidence: 0.9,
  ...changes,
});

interface Usage {
  type: string;
  model: string;
  input_tokens: number;
  output_tokens: number;
  images: number;
  cost_usd: number;
  entry_id: string | null;
}

/** The recorded calls of a user, oldest first. */
export const usageOf = async (userId: string): Promise<Usage[]> => [
  ...await sql<Usage[]>`
    select type, model, input_tokens, output_tokens, images, cost_usd::float8 as cost_usd, entry_id
    from public.token_usage where user_id = ${userId} order by id`,
];

/** Uses up the user's hourly limit of AI calls. */
export const exhaust = (userId: string, bucket = "ai") =>
  sql`select private.take_hits(${bucket}, ${`user:${userId}`}, 60)`;
