import { z } from "@hono/zod-openapi";
import { HttpError } from "../base/errors.ts";
import { inBackground } from "../base/log.ts";
import { serviceClient } from "../database/clients.ts";
import { must } from "../database/results.ts";

/** The outcome of a job's run. */
export interface JobOutcome<Results> {
  message: string;
  results: Results;
  /** False when work is left; the schedule then posts the job again at the next minute. */
  complete: boolean;
}

/** The results of a run: a number for each count, and the first hundred errors. */
export type JobResults<Count extends string> = Record<Count, number> & { errors: string[] };

/**
 * The schema of a job's answer: `{success, message, results}` with a number for each name, and the
 * first hundred `errors`; `skipped` where the job is not configured.
 */
export function jobAnswer<Count extends string>(name: string, counts: readonly Count[]) {
  const numbers = Object.fromEntries(
    counts.map((count) => [count, z.number().int().min(0).openapi({ example: 0 })]),
  ) as Record<Count, z.ZodNumber>;
  return z.object({
    success: z.boolean(),
    message: z.string().openapi({ example: "Done" }),
    skipped: z.enum(["not_configured"]).optional().openapi({
      description: "A key or a provider is not configured: nothing was done, and `message` names " +
        "what is missing.",
    }),
    results: z.object({
      ...numbers,
      errors: z.array(z.string()).openapi({
        description: "The first hundred errors.",
        example: [],
      }),
    }),
  }).openapi(name);
}

/** The amount of work that waits for a job, or in its queues whose names begin with `p_what`. */
export const backlog = async (p_job: string, p_what?: string) =>
  must(await serviceClient().rpc("job_backlog", { p_job, p_what }).single()).remaining;

/**
 * The outcome of a run that knows its remaining work. Its message is `nothingLeft` only when no
 * work remains and none has failed, otherwise `1 failed, 2 users are left for the next call`.
 * Failed work counts as left when the next call repeats it.
 */
export function outcomeOf<Results extends { failed?: number; errors: readonly string[] }>(
  remaining: number,
  unit: string,
  nothingLeft: string,
  results: Results,
): JobOutcome<Results & { remaining: number }> {
  const message = [
    ...(results.failed ? [`${results.failed} failed`] : []),
    ...(remaining > 0
      ? [`${remaining} ${unit}${remaining === 1 ? " is" : "s are"} left for the next call`]
      : []),
  ].join(", ");
  return {
    message: message || nothingLeft,
    results: { ...results, remaining },
    complete: remaining === 0,
  };
}

/**
 * Runs a job and records start and outcome of the run, from which the schedule tells whether to
 * continue the job, and the administration whether it is overdue. `name` is its name in the
 * schedule. Throws what the work throws; the run then counts as incomplete, or as skipped where the
 * work refuses with `not_configured`: there is nothing to do until the operator sets a variable.
 */
export async function runJob<Results extends object>(
  name: string,
  work: () => Promise<JobOutcome<Results>>,
): Promise<{ success: true; message: string; results: Results }> {
  const db = serviceClient();
  const p_run = must(await db.rpc("start_job_run", { p_job: name }));
  const end = async (p_complete: boolean, p_result: object) => {
    must(await db.rpc("end_job_run", { p_run, p_complete, p_result }));
  };
  try {
    const { message, results, complete } = await work();
    await end(complete, results);
    return { success: true, message, results };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (isNotConfigured(error)) await end(true, { skipped: error.code, message: reason });
    else inBackground(end(false, { failure: reason }), "the end of a job was not recorded");
    throw error;
  }
}

const isNotConfigured = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.code === "not_configured";

/** The answer to a run that is skipped; another error is thrown. */
export function skippedRun<Count extends string>(error: unknown, counts: readonly Count[]) {
  if (!isNotConfigured(error)) throw error;
  const zeros = Object.fromEntries(counts.map((count) => [count, 0])) as Record<Count, number>;
  return {
    success: true,
    message: error.message,
    skipped: "not_configured" as const,
    results: { ...zeros, errors: [] },
  };
}
