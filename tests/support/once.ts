/** Simultaneous requests with one Idempotency-Key. */
import { expect } from "vitest";
import type { Answer } from "./people.ts";

/**
 * Expects that one of the requests was processed: each has its answer, or 409 with `Retry-After`
 * because it came while the first one was being processed. Returns the answer.
 */
export function expectOneAnswer(answers: Answer[], status: number): Answer {
  const answered = answers.filter((answer) => answer.status === status);
  for (const answer of answers) {
    if (answer.status === status) expect(answer.body).toEqual(answered[0]!.body);
    else expect([answer.status, answer.headers.has("retry-after")]).toEqual([409, true]);
  }
  expect(answered.length).toBeGreaterThan(0);
  return answered[0]!;
}
