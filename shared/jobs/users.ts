import { z } from "@hono/zod-openapi";
import { envCount } from "../base/env.ts";
import { describeError, log } from "../base/log.ts";
import { HttpError } from "../base/errors.ts";
import { type Batches, type BatchOptions, runBatches, type Step } from "./batches.ts";

/** How many users a job that calls a provider takes on at a time. */
const USERS = 5;

/** The users that a job takes on with one call of the database. */
interface Taken<User> {
  users: User[];
  /** Users for whom nothing was left to do; the first step of a run counts them. */
  skipped?: number;
  /** The id of the last user that was considered; null at the end. */
  last_id: string | null;
}

/** The schema of the answer of such a call, from the schema of a user. */
export const taken = <User extends z.ZodType>(user: User) =>
  z.object({
    users: z.array(user),
    skipped: z.int().optional(),
    last_id: z.string().nullable(),
  });

/**
 * Runs a job that calls a provider for each user: five users at a time, with a second between, as
 * long as the time allows. The next call goes on with the users that are left. `work` says what the
 * user counts as. An error that it returns beside, or throws, is listed and counts as `failed`.
 *
 * @param take takes on the next users, in a way that no other run takes them too; `after` is null in
 *   the first step.
 * @param options `longest` is how long the provider may take for a user.
 */
export async function runForUsers<User extends { user_id: string }, Count extends string>(
  names: readonly Count[],
  take: (after: string | null, limit: number) => Promise<Taken<User>>,
  work: (user: User) => Promise<{ as: Count | null; error?: unknown }>,
  options: Omit<BatchOptions, "size"> & Required<Pick<BatchOptions, "longest">>,
): Promise<Batches<Count | "total" | "failed">> {
  let after: string | null = null;
  return await runBatches<Count | "total" | "failed">(
    ["total", "failed", ...names],
    async (size) => {
      const { users, skipped = 0, last_id } = await take(after, size);
      const counts: Partial<Record<string, number>> = { total: users.length + skipped, skipped };
      const errors: string[] = [];
      await Promise.all(users.map(async (user) => {
        const { as, error } = await work(user).catch((error) => ({ as: null, error }));
        if (as) counts[as] = (counts[as] ?? 0) + 1;
        if (error === undefined) return;
        counts.failed = (counts.failed ?? 0) + 1;
        log("warn", "a job failed for a user", {
          user_id: user.user_id,
          error: describeError(error),
        });
        errors.push(`${user.user_id}: ${wordsOf(error)}`);
      }));
      after = last_id;
      return { counts, errors, done: last_id === null } as Step<Count | "total" | "failed">;
    },
    { size: USERS, pause: envCount("AI_JOB_PAUSE_MS", 1000), ...options },
  );
}

/** The words for an error in the answer of a job. */
const wordsOf = (error: unknown) =>
  error instanceof HttpError ? error.message : "Internal server error";
